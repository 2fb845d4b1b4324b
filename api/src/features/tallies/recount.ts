import type { Db } from '../../db/client.ts';
import { foldBatch, mayFold } from './fold-repository.ts';
import {
  clearTerms,
  countUsers,
  insertRecount,
  insertTallies,
  insertTerms,
  sampleWords,
  streamFigures,
} from './recount-repository.ts';
import { commonTerms, type TermTree, termTree } from './terms.ts';

/** A search that more users match than this has its figures kept. */
const keptFrom = 1_000;
/** So many users are looked at to find out what is common. */
const sample = 20_000;
/** The sample may err: what seems a little too rare is kept too. */
const margin = 0.75;
const linesPerInsert = 5_000;
const changesAtOnce = 100;

/**
 * Chooses anew which searches have their figures kept, and counts those. All from one snapshot, so that
 * the figures fit the changes that come after it. Answers false when another process is at it. Of a
 * million users it takes most of a minute: throws the reason of `signal`, and changes nothing, once that
 * is aborted.
 */
export async function recount(db: Db, enough = keptFrom, signal?: AbortSignal): Promise<boolean> {
  return db.transaction(
    async (transaction) => {
      if (!(await mayFold(transaction))) return false;
      while ((await foldBatch(transaction, changesAtOnce)).moved > 0) signal?.throwIfAborted();
      const users = await countUsers(transaction);
      const oneIn = Math.max(1, Math.floor(users / sample));
      const seen = await sampleWords(transaction, oneIn);
      const tree = termTree(
        await commonTerms(seen, oneIn === 1 ? enough : Math.max(2, (enough / oneIn) * margin)),
      );
      await clearTerms(transaction);
      await insertTerms(transaction, tree.terms);
      await storeFigures(transaction, tree, await addUp(transaction, tree, signal));
      await insertRecount(transaction, users);
      return true;
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** For each subject, status and kind: count, amount and refunded of every term, one after another. */
type Sums = Map<string, Float64Array>;

async function addUp(transaction: Db, tree: TermTree, signal?: AbortSignal): Promise<Sums> {
  const sums: Sums = new Map();
  if (tree.terms.length === 0) return sums;
  let userId = '';
  let found: number[] = [];
  for await (const page of streamFigures(transaction)) {
    signal?.throwIfAborted();
    for (const line of page) {
      if (line.userId !== userId) {
        userId = line.userId;
        found = tree.findIn(line.words);
      }
      const key = JSON.stringify([line.subject, line.status, line.kind]);
      const sum = sums.get(key) ?? new Float64Array(tree.terms.length * 3);
      sums.set(key, sum);
      for (const term of found) {
        sum[term * 3] = (sum[term * 3] ?? 0) + line.count;
        sum[term * 3 + 1] = (sum[term * 3 + 1] ?? 0) + line.amount;
        sum[term * 3 + 2] = (sum[term * 3 + 2] ?? 0) + line.refunded;
      }
    }
  }
  return sums;
}

async function storeFigures(transaction: Db, { terms }: TermTree, sums: Sums): Promise<void> {
  let lines: Parameters<typeof insertTallies>[1] = [];
  for (const [key, sum] of sums) {
    const [subject, status, kind] = JSON.parse(key) as [string, string, string];
    for (const [index, term] of terms.entries()) {
      const [count = 0, amount = 0, refunded = 0] = sum.subarray(index * 3, index * 3 + 3);
      if (count !== 0) lines.push({ term, subject, status, kind, count, amount, refunded });
      if (lines.length < linesPerInsert) continue;
      await insertTallies(transaction, lines);
      lines = [];
    }
  }
  if (lines.length > 0) await insertTallies(transaction, lines);
}
