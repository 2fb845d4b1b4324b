import { useLocation } from 'react-router';
import { documents, withoutSlash } from '../lib/public-pages.ts';

/**
 * Public pages are prepared once somebody is about to go to one, since loading one has no effect.
 * Pages that React runs are not: who may see them is known only when they are shown.
 */
function rulesAt(pathname: string) {
  const others = documents.filter((path) => path !== withoutSlash(pathname));
  const toOthers = { href_matches: others };
  const underPointer = { selector_matches: 'a:hover' };
  return {
    prerender: [
      // Eager browsers on phones take links that only come into view for likely, unless told.
      { where: { and: [toOthers, underPointer] }, eagerness: 'moderate' },
      { where: toOthers, eagerness: 'conservative' },
    ],
  };
}

/** Tells the browser which pages it may load before they are asked for. */
export function Speculation() {
  const text = JSON.stringify(rulesAt(useLocation().pathname));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own.
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: text }} />
  );
}
