import { once } from 'node:events';
import { launch } from 'chrome-launcher';
import { type Audited, loadLighthouse } from './lighthouse.ts';

/** What one audit of a page on Lighthouse's slow phone found. */
export interface PageAudit {
  /** Performance, accessibility, best practices, SEO; of 100 each. */
  scores: number[];
  /** Milliseconds. */
  lcp: number;
  tbt: number;
  cls: number;
  /** Bytes as they went over the wire, headers included, by what they are. */
  bytes: Record<Cause, number>;
}

export const causes = [
  'HTML',
  'CSS',
  'font',
  'pictures',
  'React and router',
  'our scripts',
] as const;
type Cause = (typeof causes)[number];

interface Request {
  url: string;
  resourceType: string;
  transferSize: number;
}

/**
 * Opens a page in a fresh browser, with what is stored there before, and measures it. Lighthouse sometimes loses
 * the trace and asks to be run again. Rejects when it could not measure in three tries.
 */
export async function auditPage(
  url: string,
  chromePath: string,
  { stored, tries = 3 }: { stored?: Record<string, string>; tries?: number } = {},
): Promise<PageAudit> {
  const lighthouse = await loadLighthouse();
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox'] });
  try {
    if (stored) await store(chrome.port, url, stored);
    const run = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'silent',
      disableStorageReset: stored !== undefined,
    });
    if (run && !run.lhr.runtimeError) return read(run.lhr);
    if (tries === 1) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`);
  } finally {
    chrome.kill();
  }
  return auditPage(url, chromePath, { ...(stored && { stored }), tries: tries - 1 });
}

/** Puts texts into the local storage of a site, by a tab of its own that is closed again. */
async function store(port: number, url: string, stored: Record<string, string>): Promise<void> {
  const devTools = `http://127.0.0.1:${port}/json`;
  const blank = new URL('/robots.txt', url).href;
  const opened = await fetch(`${devTools}/new?${encodeURIComponent(blank)}`, { method: 'PUT' });
  const tab = (await opened.json()) as { id: string; webSocketDebuggerUrl: string };
  const socket = new WebSocket(tab.webSocketDebuggerUrl);
  await once(socket, 'open');
  const expression = `new Promise((done) => (document.readyState === 'complete' ? done() : addEventListener('load', done)))
    .then(() => Object.assign(localStorage, ${JSON.stringify(stored)}) && location.href)`;
  const params = { expression, awaitPromise: true };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  await once(socket, 'message');
  socket.close();
  await fetch(`${devTools}/close/${tab.id}`);
}

function read({ categories, audits }: Audited): PageAudit {
  const names = ['performance', 'accessibility', 'best-practices', 'seo'];
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const bytes = Object.fromEntries(causes.map((cause) => [cause, 0])) as Record<Cause, number>;
  const details = audits['network-requests']?.details as { items: Request[] };
  for (const request of details.items) bytes[causeOf(request)] += request.transferSize;
  return {
    scores: names.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes,
  };
}

function causeOf({ url, resourceType }: Request): Cause {
  if (resourceType === 'Document') return 'HTML';
  if (resourceType === 'Stylesheet') return 'CSS';
  if (resourceType === 'Font') return 'font';
  if (resourceType === 'Script') {
    return url.includes('/assets/react-') ? 'React and router' : 'our scripts';
  }
  return 'pictures';
}
