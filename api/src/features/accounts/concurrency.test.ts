import { expect, it } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

it('as many run at once as may, one after the other, whatever becomes of them', async () => {
  const inTurn = limitConcurrency(2, 10);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const task = (n: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    order.push(n);
    if (n % 3 === 0) throw new Error('one that fails');
    return n;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => inTurn(task(n))));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => n % 3 !== 0),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});

it('when too many wait, the next is told to come again, and afterwards all is as before', async () => {
  const inTurn = limitConcurrency(1, 1);
  const gate = Promise.withResolvers<void>();
  const running = inTurn(() => gate.promise);
  const waiting = inTurn(async () => 'done');
  await expect(inTurn(async () => 'never')).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  gate.resolve();
  await running;
  expect(await waiting).toBe('done');
  expect(await inTurn(async () => 'again')).toBe('again');
});
