import { endWhenTold } from '../lib/child.ts';
import { type Span, watchAlerts } from './alerts.ts';
import { isInLane, runInLanes } from './lanes.ts';
import { keepResult, type Result, readResults, tableOf, writePage } from './page.ts';
import { install } from './programs.ts';
import type { Outcome, Row } from './row.ts';
import { type Extent, rowsOf } from './rows.ts';
import { type Stage, startStage } from './stage.ts';
import { tryRow } from './try-row.ts';

/*
 * `npm run faults`, which is all rows but the soak of an hour, or some of them: `npm run faults -- crash soak`. Several
 * are run in three lanes. With FAULTS=some it does a third of each, with FAULTS=short little, one after the other.
 * What a row comes to is written into bench/faults.jsonl, and all of them into bench/faults.md. It ends with 1 when
 * anything was lost, doubled or wrong.
 */
const extent = (process.env.FAULTS ?? 'whole') as Extent;
const isShort = extent === 'short';
const asked = process.argv.slice(2);
const all = rowsOf(extent);
const rows =
  asked.length === 0
    ? all.filter(({ isLong }) => !isLong)
    : asked.flatMap((name) => all.filter((row) => row.name === name));
const writeAll = () =>
  writePage(
    readResults(),
    all.map(({ name }) => name),
  );
const say = (line: string) => process.stdout.write(`${line}\n`);

endWhenTold();

const missing = new Set(
  install([...new Set([...rows.flatMap(({ programs = [] }) => programs), 'haproxy' as const])]),
);
if (!isShort && !isInLane && rows.length > 1) {
  const began = Date.now();
  const before = new Map(readResults().map(({ name, took }) => [name, took]));
  const turns = rows.map((row) => ({ ...row, took: before.get(row.name) }));
  const areGood = await runInLanes(turns, say);
  const names = rows.map(({ name }) => name);
  writeAll();
  say(`\n${tableOf(readResults().filter(({ name }) => names.includes(name)))}`);
  say(`\n${names.length} rows in ${((Date.now() - began) / 60_000).toFixed(0)} minutes`);
  process.exit(areGood ? 0 : 1);
}
const alerts = isShort ? undefined : await watchAlerts();

/** Few of each need no stage of their own. */
let shared: Stage | undefined;
/** When the row under way, or its stage, was ready, and when it was over; none where it has no such processes. */
let span: Span | undefined;

async function outcomeOf(row: Row): Promise<Outcome> {
  span = undefined;
  if ('alone' in row) return row.alone();
  if (isShort && !row.needs) {
    shared ??= await startStage();
    return tryRow(row, shared);
  }
  await shared?.stop();
  shared = undefined;
  const stage = await startStage(row.needs);
  const began = Date.now();
  try {
    return await tryRow(row, stage);
  } finally {
    span = { began, ended: Date.now() };
    await stage.stop();
  }
}

const results: Result[] = [];
for (const row of rows) {
  const { name } = row;
  const lacking = row.programs?.filter((program) => missing.has(program)) ?? [];
  if (lacking.length > 0) {
    say(`${name}: not run, ${lacking.join(', ')} cannot be had`);
    continue;
  }
  say(`${name} ...`);
  const began = Date.now();
  const none = { acknowledged: 0, lost: [], doubled: [], refused: 0, cut: 0, seconds: undefined };
  const outcome = await outcomeOf(row).catch((error: Error): Outcome => {
    say(`    ${error.stack}\n    ${error.cause ?? ''}`);
    return { ...none, done: `broke off: ${error.message}`, wrong: ['broke off'] };
  });
  const faults = [...outcome.lost, ...outcome.doubled, ...outcome.wrong];
  const isGood = faults.length === 0 && outcome.acknowledged > 0;
  for (const fault of new Set(faults)) say(`    ${fault}`);
  const moved = (span && (await alerts?.movedIn(span))) ?? [];
  const took = Math.round((Date.now() - began) / 1_000);
  const result = keepResult({ name, ...outcome, isGood, moved, took }, isShort);
  say(`    ${isGood ? 'held' : 'DID NOT HOLD'} in ${took} s: ${JSON.stringify(result)}`);
  results.push(result);
  // What follows may break off: what is known by then is kept.
  if (!isShort) writeAll();
}

await shared?.stop();
await alerts?.stop();

if (!isInLane) say(`\n${tableOf(results)}`);
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1);
