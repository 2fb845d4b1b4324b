import type pg from 'pg';
import { expect, it } from 'vitest';
import { onOneConnection } from './connections.ts';

it('a commit whose answer is lost is said to be so, and not that it was never sent, as its rollback was', async () => {
  const answers: Record<string, Error> = {
    commit: new Error('Connection terminated unexpectedly'),
    rollback: new Error('Client has encountered a connection error and is not queryable'),
  };
  const released: unknown[] = [];
  class Client {
    async query({ text }: { text: string }) {
      const error = answers[text];
      if (error) throw error;
      return { rows: [] };
    }
    release(isOver: boolean) {
      released.push(isOver);
    }
  }
  const pool = { connect: async () => new Client() } as unknown as pg.Pool;
  const done = onOneConnection(pool)(async () => 'done');
  await expect(done).rejects.toBe(answers.commit);
  expect(released).toEqual([true]);
});
