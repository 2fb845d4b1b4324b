import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.ts';
import { scaled } from './alerts.ts';
import { atOnce } from './lives.ts';
import type { Outcome } from './row.ts';

export interface Result {
  name: string;
  day: string;
  done: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  wrong: number;
  refused: number;
  cut: number;
  seconds: number | undefined;
  /** How long the row took, in seconds, with the making of its stage. */
  took?: number;
  isGood: boolean;
  /** The alerts whose rule held at some moment of it. */
  moved: string[];
  /** Of a run that went on reading after its processes had been stopped: it says of ProcessAway nothing. */
  movedToo?: 'when stopped';
}

const [records, page] = ['bench/faults.jsonl', 'bench/faults.md'].map((name) =>
  join(root, name),
) as [string, string];

/** Counts what a row came to, and adds that to what is kept. */
export function keepResult(
  outcome: Outcome & Pick<Result, 'name' | 'isGood' | 'moved' | 'took'>,
  isShort: boolean,
): Result {
  const { lost, doubled, wrong, ...rest } = outcome;
  const counts = { lost: lost.length, doubled: doubled.length, wrong: wrong.length };
  const result = { ...rest, ...counts, day: new Date().toISOString().slice(0, 10) };
  if (!isShort) appendFileSync(records, `${JSON.stringify(result)}\n`);
  return result;
}

/** The last result of each row that is kept. */
export function readResults(): Result[] {
  if (!existsSync(records)) return [];
  const all = readFileSync(records, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

const head = [
  'fault',
  'what was done',
  'acknowledged',
  'lost',
  'doubled',
  'wrong',
  '503',
  'broke off',
  'recovery',
  'verdict',
];

export function tableOf(results: Result[]): string {
  const rows = results.map((one) => [
    ...[one.name, one.done.replaceAll('|', '/').replaceAll('\n', ' '), one.acknowledged],
    ...[one.lost, one.doubled, one.wrong, one.refused, one.cut],
    one.seconds === undefined ? '–' : `${one.seconds.toFixed(1)} s`,
    one.isGood ? 'held' : '**did not hold**',
  ]);
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Writes bench/faults.md: what is known of these rows, and by what each alert was moved. */
export function writePage(results: Result[], names: string[]): void {
  const known = names.flatMap((name) => results.find((one) => one.name === name) ?? []);
  const left = names.filter((name) => !known.some((one) => one.name === name));
  const days = [...new Set(known.map(({ day }) => day).toSorted())];
  const span = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0];
  const moved = Object.keys(scaled).map((alert) => {
    const by = known.filter((one) => movedIts(one, alert)).map(({ name }) => name);
    return `| ${alert} | ${scaled[alert] || 'as it is'} | ${by.join(', ') || '**none**'} |`;
  });
  writeFileSync(
    page,
    `# Faults

\`npm run faults\` makes this page. Three processes of the product stand behind haproxy, which asks \`/readyz\`, on a
PostgreSQL that writes to disk, with the local Stripe and a mail server that fail when told to. People,
${atOnce} at a time, sign up, buy, pay, cancel and think better of it; their trials end in the middle of the fault, a
month's renewals come after it, some are refunded; each remembers what was acknowledged. Each fault has a stage of
its own, and most go on three at a time beside each other, where people rest for a moment before each act. Afterwards, when
all has been worked off, that is compared with our rows, with Stripe and with the mails that came: accounts, access,
cancellations, and of each payment its charge, what was refunded and its receipt. The product's own comparison must find
nothing, and the log is searched for secrets.

'Wrong' are answers of 500 and above but 503, a login that is refused to the right password, and whatever else must not be; '503' are answers that say to come
again; 'broke off' are requests without an answer, of which nothing was acknowledged. 'Recovery' is from the end of
the fault to the next answer. \`bench/faults.jsonl\` keeps what each run of a row came to; the last one counts here.

Measured ${span} on ${cpus().length} cores.

${tableOf(known)}

Not run: ${left.join('; ') || 'none'}.
${known.some((one) => one.moved.length > 0) ? alertsPage(moved, known) : ''}`,
  );
}

const movedIts = ({ moved, movedToo }: Result, alert: string): boolean =>
  moved.includes(alert) && !(movedToo && alert === 'ProcessAway');

function alertsPage(moved: string[], known: Result[]): string {
  const tooLong = known.filter(({ movedToo }) => movedToo).map(({ name }) => name);
  const note = `
The runs of ${tooLong.join('; ')} went on reading while their processes were stopped: what they say of ProcessAway is left out.
`;
  return `
## Alerts

A Prometheus of Debian asked the three processes each second and went by the rules of \`deploy/prometheus\`, but did
not wait: a rule counts as moved when its expression held once while the fault went on. Where a rule asks for more
time or load than a row has, its bound is smaller here.
${tooLong.length > 0 ? note : ''}
| alert | bound | moved by |
| --- | --- | --- |
${moved.join('\n')}
`;
}
