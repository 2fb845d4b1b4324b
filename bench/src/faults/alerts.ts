import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../../scripts/lib/paths.ts';
import { startChild } from '../lib/child.ts';
import { prometheusPort as port, usualPorts } from './lanes.ts';
import { install, needed } from './programs.ts';
import { metricsPortOf } from './servers.ts';

const ports = usualPorts.slice(0, 3).map(metricsPortOf);

/** Each alert, and what of its rule is made smaller to fit into a row: what is replaced, and by what. */
const changes: Record<string, [string | RegExp, string][]> = {
  ProcessAway: [],
  DatabaseAway: [],
  FiguresUnknown: [],
  ServerErrors: [],
  Unavailable: [],
  SlowRequests: [['[10m]', '[30s]']],
  EventLoopHeldUp: [],
  PoolUsedUp: [],
  JobsLate: [['> 900', '> 5']],
  JobsGaveUp: [],
  StripeEventsOpen: [['> 600', '> 3']],
  MailsLate: [['> 1800', '> 8']],
  WebhooksRefused: [['> 5', '> 1']],
  WebhooksOfOthers: [['> 5', '> 1']],
  SweepLate: [[/4 \* 3600/g, '15']],
  SweepNotRepaired: [],
  SignInsHeldBack: [[/\[15m\]/g, '[30s]']],
  // Stripe's days pass in each row.
  ClockOff: [['clock_ahead_seconds', 'clock_ahead_seconds{of="database"}']],
  MemoryHigh: [['900e6', '250e6']],
};

/** The same in words. */
export const scaled: Record<string, string> = Object.fromEntries(
  Object.entries(changes).map(([name, all]) => [
    name,
    all
      .map(
        ([from, to]) =>
          `\`${from instanceof RegExp ? from.source.replaceAll('\\', '') : from}\` as \`${to}\``,
      )
      .join(', '),
  ]),
);

/** A Prometheus that asks the processes of a stage each second; undefined where there is none. */
export async function watchAlerts() {
  if (install(['prometheus']).length > 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const targets = ports.map((one) => `'127.0.0.1:${one}'`).join(', ');
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s }
scrape_configs:
  - job_name: product
    static_configs: [{ targets: [${targets}] }]
`,
  );
  const child = startChild(needed('prometheus'), [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(`${url}/-/ready`).catch(() => null))?.ok) break;
    await setTimeout(100);
  }
  const held: Ask = async (expr, times) => {
    const answer = await fetch(`${url}/api/v1/query_range`, {
      method: 'POST',
      body: new URLSearchParams({ query: expr, ...times, step: '1s' }),
    });
    const { data, error } = (await answer.json()) as {
      data?: { result: unknown[] };
      error?: string;
    };
    if (!data) throw new Error(`${expr}: ${error}`);
    return data.result.length > 0;
  };
  return {
    movedIn: (span: Span) => movedIn(span, held),
    async stop() {
      await child.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** From when a stage was ready until what was done on it was over, by `Date.now()`. */
export interface Span {
  began: number;
  ended: number;
}
type Ask = (expr: string, times: { start: string; end: string }) => Promise<boolean>;

/** What was asked last before a stage was ready is of what was there before. */
const scrapeMs = 2_000;

/** The alerts whose rule held at some moment of a span: before it and after it no process is there. */
export async function movedIn({ began, ended }: Span, held: Ask): Promise<string[]> {
  const start = String((began + scrapeMs) / 1_000);
  const times = { start, end: String(ended / 1_000) };
  const moved: string[] = [];
  for (const { alert, expr } of readRules()) {
    if (await held(shorten(alert, expr), times)) moved.push(alert);
  }
  return moved;
}

function readRules(): { alert: string; expr: string }[] {
  const file = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
  const rules = file.matchAll(/- alert: (\w+)\n +expr: >-\n( {10}.*(?:\n {10,}.*)*)/g);
  return [...rules].map(([, alert = '', expr = '']) => ({ alert, expr }));
}

function shorten(alert: string, expr: string): string {
  const all = changes[alert];
  if (!all) throw new Error(`No row is known to move ${alert}`);
  return all.reduce((text, [from, to]) => text.replaceAll(from, to), expr);
}
