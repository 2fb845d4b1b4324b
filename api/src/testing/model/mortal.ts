import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../../db/client.ts';

/**
 * A process that can be killed between any two of its steps: whatever it does next never happens
 * and nothing of it goes on, no `catch` and no `finally` either, as with a real one.
 */
export interface Mortal {
  /** Goes by; or never returns, once the process is dead. */
  step(): Promise<void>;
  /**
   * Runs a transaction, which is to ask at its end whether it may be committed: a death in between undoes
   * it, and then it never returns.
   */
  transact<Result>(run: (refuseDead: () => void) => Promise<Result>): Promise<Result>;
  /** Resolves once the transactions that a death found open have been undone. */
  undone(): Promise<void>;
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
  const open = new Set<Promise<unknown>>();
  const refuseDead = () => {
    if (isDead) throw new Error('undone by a death');
  };
  return {
    death,
    transact(run) {
      const work = run(refuseDead);
      open.add(work);
      return work
        .finally(() => open.delete(work))
        .catch((error) => {
          if (isDead) return forever;
          throw error;
        });
    },
    async undone() {
      while (open.size > 0) await Promise.allSettled(open);
    },
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
      if (isInTransaction()) refuseDead();
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
export function mortalDb(db: Db, { step, transact }: Pick<Mortal, 'step' | 'transact'>): Db {
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
        const result = await transact((refuseDead) =>
          target.transaction(
            (handle) =>
              transactions.run(true, async () => {
                const done = await run(handle);
                refuseDead();
                return done;
              }),
            config,
          ),
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
