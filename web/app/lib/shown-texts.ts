import type { ShownTexts } from 'contract/shown';

/** Written in by the build; nothing where there was none. */
const built: ShownTexts = {
  terms_version: import.meta.env.TERMS_VERSION,
  privacy_version: import.meta.env.PRIVACY_VERSION,
};

let shown = built;

/** The versions of the legal texts that this page has shown, or has told of (product U370). */
export function shownTexts(): ShownTexts {
  return shown;
}

/** Notes the versions that somebody was told of since the page was loaded, over those it was built with. */
export function noteTexts({ terms_version, privacy_version }: ShownTexts): void {
  shown = {
    terms_version: terms_version ?? built.terms_version,
    privacy_version: privacy_version ?? built.privacy_version,
  };
}
