import type { Db } from './client.ts';

/** PostgreSQL's classes 53 (disk, memory, connections) and 58 (files), and a server that only reads. */
const exhaustedCodes = /^(53|58|25006)/;
/** Its classes 08 (connection), 28 and 3D (no entry) and 57P (shutdown), and the socket's own errors. */
const awayCodes =
  /^(08|28|3D|57P|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|E(HOST|NET)DOWN|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EMFILE|ENFILE)/;
/** What the driver says without a code. */
const words =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** PostgreSQL gave up one of several that were in each other's way, or took too long over one. */
const busyCodes = /^(40001|40P01|55P03|57014|25P0[34])/;

function someCause(error: unknown, is: (cause: Error, code: string) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (is(cause, typeof code === 'string' ? code : '')) return true;
  }
  return false;
}

/** Whether an error means that the database answers and still cannot do what it is there for. */
export function isDatabaseExhausted(error: unknown): boolean {
  return someCause(error, (_cause, code) => exhaustedCodes.test(code));
}

/** Whether an error means that the database could not be reached or did not answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(
    error,
    (cause, code) =>
      awayCodes.test(code) ||
      // By a socket of the same machine, which is gone with its server, or before which too many wait.
      (cause as NodeJS.ErrnoException).syscall === 'connect' ||
      words.test(cause.message),
  );
}

/** Whether the database is there and does not let us in: that does not pass by itself. */
export function isDatabaseClosedToUs(error: unknown): boolean {
  return someCause(error, (_cause, code) => /^(28|3D)/.test(code));
}

/** Whether an error means that nothing can be had of the database for now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseExhausted(error);
}

/** Whether PostgreSQL ended one of several that waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return someCause(error, (_cause, code) => code === '40P01');
}

/** Does something, and again so many times at most where what ended it may not come again. Throws what ended the last. */
export async function againWhere<T>(
  mayPass: (error: unknown) => boolean,
  again: number,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (again === 0 || !mayPass(error)) throw error;
    return againWhere(mayPass, again - 1, act);
  }
}

/** Does something, and again where PostgreSQL ended it for a deadlock. */
export function unlessDeadlock<T>(act: () => Promise<T>): Promise<T> {
  return againWhere(isDeadlock, 3, act);
}

/** The same for a transaction. */
export function despiteDeadlocks<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return unlessDeadlock(() => db.transaction(work));
}

/** Whether PostgreSQL ended the connection of a transaction that took longer than it may. */
export function isCutOff(error: unknown): boolean {
  return someCause(error, (_cause, code) => /^25P0[34]$/.test(code));
}

/** Whether a statement, and with it the commit, did not get out: the connection was closed before. */
export function wasNotSent(error: unknown): boolean {
  return someCause(error, (cause, code) => code === 'EPIPE' || /not queryable/.test(cause.message));
}

/** Whether PostgreSQL gave up a statement or a transaction that took longer than it may. */
export function tookTooLong(error: unknown): boolean {
  return isCutOff(error) || someCause(error, (_cause, code) => code === '57014');
}

/** Whether an error means that the database would do the same a moment later. */
export function isDatabaseBusy(error: unknown): boolean {
  return someCause(error, (_cause, code) => busyCodes.test(code));
}
