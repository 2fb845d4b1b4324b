/** What a document is made of that is named by its contents, so that another release has another. */
const ofBuild = /^\/assets\//;
/** What a page does without (`LazyToaster`): a reload would take what was typed, or is shown once. */
const dispensable = /^\/assets\/toaster-/;
/** What a reload did not bring within this time another will not. */
const soonMs = 60_000;

/**
 * Reloads the page once where a file of its release is not kept any more: the document that comes then names files
 * that are. Nothing is reloaded while nobody answers.
 * `selector` says for which elements.
 */
export function reloadForAssets(selector: string, reload = () => location.reload()): void {
  let isAsked = false;
  const reloadOnce = async (address: string | undefined) => {
    const url = address && new URL(address, location.href);
    if (!url || url.origin !== location.origin || !ofBuild.test(url.pathname)) return;
    if (dispensable.test(url.pathname)) return;
    if (isAsked || wasJustReloaded()) return;
    isAsked = true;
    const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    // A browser asks again for a module that failed only in a new document, so it is the same where it is there by now.
    if (answer?.ok || answer?.status === 404) reload();
    else isAsked = false;
  };
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof Element) || !target.matches(selector)) return;
      void reloadOnce(target.getAttribute('href') ?? target.getAttribute('src') ?? undefined);
    },
    // It does not bubble.
    { capture: true },
  );
  // Vite's, for what a page loads later; the browser names the file in its words.
  addEventListener('vite:preloadError', (event) => {
    const { message = '' } = (event as Event & { payload?: Error }).payload ?? {};
    void reloadOnce(/https?:\S+/.exec(message)?.[0]);
  });
}

function wasJustReloaded(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' && performance.now() < soonMs;
}
