/**
 * Of a page whose URL carries a key at first: no address that it asks for hears of it. Stands first
 * among the page's metas, so that it holds for whatever the page asks for.
 */
export const secretPage = [{ name: 'referrer', content: 'no-referrer' }];
