import type { Db } from './client.ts';

/** A statement that is sent once it is executed, such as drizzle's builders and `db.execute` make. */
export interface Statement<Answer = unknown> {
  execute(): Promise<Answer>;
}

type Make<All> = (transaction: Db) => All;
type Answers<All extends readonly Statement[]> = {
  -readonly [At in keyof All]: Awaited<ReturnType<All[At]['execute']>>;
};

/** How a database takes the statements of a transaction in one go. */
export type Send = (make: Make<readonly Statement[]>) => Promise<unknown[]>;

const senders = new WeakMap<Db, Send>();

/** Has `atOnce` send to a database in one go, which without that is sent one statement after the other. */
export function sendAtOnce(db: Db, send: Send): void {
  senders.set(db, send);
}

/**
 * Runs a transaction whose statements need no answer of each other, and answers theirs. They are sent together,
 * and the commit with them: what they lock waits for nothing that this process does meanwhile. None has an effect
 * where one fails, and the first that did is thrown.
 *
 * What `transaction.execute` was given is written out before the first is sent, also one of drizzle's builders; a
 * builder by itself when its turn comes, while others are locked already.
 */
export async function atOnce<const All extends readonly Statement[]>(
  db: Db,
  make: Make<All>,
): Promise<Answers<All>> {
  const send = senders.get(db) ?? oneByOne(db);
  return (await send(make)) as Answers<All>;
}

const oneByOne =
  (db: Db): Send =>
  (make) =>
    db.transaction((transaction) => inTurn(make(transaction)));

/** Sends statements one after the other, each once the one before was answered. Answers theirs. */
export async function inTurn(statements: readonly Statement[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const statement of statements) answers.push(await statement.execute());
  return answers;
}

/** A statement whose answer is made into another. */
export const answering = <From, To>(
  statement: Statement<From>,
  to: (answer: From) => To,
): Statement<To> => ({ execute: async () => to(await statement.execute()) });
