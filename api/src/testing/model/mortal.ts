import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../../db/client.ts';

/**
 * A process that can be killed between any two of its steps: whatever it does next never happens
 * and nothing of it goes on, no `catch` and no `finally` either, as with a real one.
 */
export interface Mortal {
  /** Goes by; or never returns, once the process is dead. */
  step(): Promise<void>;
  /** Lets so many more steps happen before the process dies; undefined for no end. */
  live(steps?: number): void;
  readonly isDead: boolean;
  /** Resolves when it dies. */
  death: Promise<void>;
}

export function createMortal(): Mortal {
  let left: number | undefined;
  let isDead = false;
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  const forever = new Promise<never>(() => {});
  return {
    death,
    get isDead() {
      return isDead;
    },
    live(steps) {
      left = steps;
    },
    async step() {
      if (left === 0) {
        isDead = true;
        die();
      }
      if (isDead) await forever;
      if (left !== undefined) left -= 1;
    },
  };
}

const transactions = new AsyncLocalStorage<true>();

/** Whether whoever asks is inside a transaction, and so holds a connection. */
export function isInTransaction(): boolean {
  return transactions.getStore() === true;
}

interface Session {
  prepareQuery(...of: unknown[]): { execute(...values: unknown[]): Promise<unknown> };
}

/**
 * The database as a mortal process has it: each statement, and each transaction as a whole, is a
 * step. What happens inside a transaction is none, since it is undone by a death.
 */
export function mortalDb(db: Db, { step }: Pick<Mortal, 'step'>): Db {
  const { session } = db as unknown as { session: Session };
  const guarded = new Proxy(session, {
    get(target, name) {
      if (name !== 'prepareQuery') return bound(target, name);
      return (...of: unknown[]) => {
        const query = target.prepareQuery(...of);
        const execute = query.execute.bind(query);
        query.execute = async (...values) => {
          await step();
          return execute(...values);
        };
        return query;
      };
    },
  });
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'session') return guarded;
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      const transaction: Db['transaction'] = async (run, config) => {
        await step();
        const result = await target.transaction(
          (handle) => transactions.run(true, () => run(handle)),
          config,
        );
        await step();
        return result;
      };
      return transaction;
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}
