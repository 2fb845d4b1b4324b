import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';

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
 * Opens a page in a fresh browser and measures it. Lighthouse sometimes loses the trace and asks to
 * be run again. Rejects when it could not measure in three tries.
 */
export async function auditPage(url: string, chromePath: string, tries = 3): Promise<PageAudit> {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox'] });
  try {
    const run = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'silent' });
    if (run && !run.lhr.runtimeError) return read(run.lhr);
    if (tries === 1) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`);
  } finally {
    chrome.kill();
  }
  return auditPage(url, chromePath, tries - 1);
}

function read({ categories, audits }: Result): PageAudit {
  const names = ['performance', 'accessibility', 'best-practices', 'seo'];
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const bytes = Object.fromEntries(causes.map((cause) => [cause, 0])) as Record<Cause, number>;
  const details = audits['network-requests']?.details as unknown as { items: Request[] };
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
