import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageKeys } from 'contract/storage';
import { findChromium } from '../../scripts/test/chromium.ts';
import { publicPages } from '../../web/app/lib/public-pages.ts';
import { appUrl, startApp } from './lib/app.ts';
import { auditPage, causes, type PageAudit } from './lib/audit-page.ts';
import { median } from './lib/median.ts';

const times = 5;

/** The screens of somebody signed in that are looked at, too, when they are asked for. */
const signedIn = '/user/';

/** A reset link carries its key; without one the visitor is sent on to the login page. */
const asOpened: Record<string, string> = { '/reset-password': '/reset-password?resetKey=key' };

const columns = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP',
  'blocked',
  'shift',
  'first view',
  'in all',
  ...causes,
];

/**
 * Every public page on Lighthouse's slow phone, as a Markdown table of medians, of performance and
 * blocked time from the least to the most; bytes in kB. `/user/account` and the like are opened by
 * somebody who is signed in.
 */
export async function benchPages(pages: readonly string[] = publicPages): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const chromium = await findChromium(join(dataDir, 'chromium.log'));
  const app = await startApp({ dataDir });
  try {
    const session = pages.some((page) => page.startsWith(signedIn))
      ? await newSession()
      : undefined;
    const lines = [columns, columns.map(() => '---')];
    for (const page of pages) {
      const audits: PageAudit[] = [];
      const stored = page.startsWith(signedIn) && session ? { stored: session } : {};
      while (audits.length < times)
        audits.push(await auditPage(appUrl + (asOpened[page] ?? page), chromium, stored));
      lines.push([`\`${page}\``, ...summary(audits)]);
    }
    return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** What the browser of somebody keeps who has just signed up and in. */
async function newSession(): Promise<Record<string, string>> {
  const call = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${appUrl}/api${path}`, sent)).json()) as {
      data: { token: string; user: object };
    };
  };
  const account = { email: 'priya.nair@hospital.test', password: 'Retina-Bench-2026' };
  await call('/register', { first_name: 'Priya', last_name: 'Nair', ...account });
  const { token, user } = (await call('/login', account)).data;
  return { [storageKeys.token]: token, [storageKeys.user]: JSON.stringify(user) };
}

function summary(audits: PageAudit[]): string[] {
  const middle = (figure: (audit: PageAudit) => number): number => median(audits.map(figure));
  const range = (figure: (audit: PageAudit) => number): string => {
    const figures = audits.map((each) => Math.round(figure(each)));
    const [least, most] = [Math.min(...figures), Math.max(...figures)];
    return least === most ? String(least) : `${least} to ${most}`;
  };
  const weights = causes.map((cause) => middle(({ bytes }) => bytes[cause]));
  const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0);
  // The last two causes are the scripts of account pages, which start once the first view is there.
  const firstView = sum(weights.slice(0, -2));
  return [
    range(({ scores }) => scores[0] ?? Number.NaN),
    ...[1, 2, 3].map((index) => String(middle(({ scores }) => scores[index] ?? Number.NaN))),
    `${(middle(({ lcp }) => lcp) / 1000).toFixed(2)} s`,
    `${range(({ tbt }) => tbt)} ms`,
    middle(({ cls }) => cls).toFixed(3),
    ...[firstView, sum(weights), ...weights].map((bytes) => (bytes / 1000).toFixed(1)),
  ];
}
