import type { Db } from '../../db/client.ts';
import type { Variants } from '../../http/pages.ts';
import { findKeptText } from './kept-texts.ts';
import { currentTexts } from './texts.ts';
import { findAnnounced } from './texts-repository.ts';
import { versionHtml } from './version-html.ts';

const hash = /^[0-9a-f]{32}$/;

/**
 * The legal page as it was in a version that its address names (`?version=`): what the build wrote
 * around it stays, so that it looks like the site of today.
 */
export function legalVersionsOf(db: Db): Variants {
  return {
    addresses: ['/privacy', '/privacy-policy', '/terms'],
    nameIn: (query) => (query as Record<string, string | undefined>).version,
    write: async (page, version) => {
      const kept = hash.test(version) ? await findKeptText(db, version) : undefined;
      if (!kept) return undefined;
      const isToday = version === currentTexts[kept.kind].version;
      const text = versionHtml(kept, isToday, await findAnnounced(db, kept.kind));
      return page.replace(/(<main[^>]*>)[\s\S]*(<\/main>)/, (_, begin, end) => begin + text + end);
    },
  };
}
