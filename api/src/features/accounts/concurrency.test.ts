import { describe, expect, it } from 'vitest';
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

describe('of several networks', () => {
  /** One place, taken; what is asked for then waits until `open` is called. */
  function closed(waiting: number) {
    const inTurn = limitConcurrency(1, waiting);
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = inTurn(() => gate.promise);
    const ask = (network: string, name: string, signal?: AbortSignal) =>
      inTurn(async () => void order.push(name), { network, ...(signal && { signal }) });
    const open = async (asked: Promise<void>[]) => {
      gate.resolve();
      const ends = await Promise.allSettled([first, ...asked]);
      return ends.slice(1).map(({ status }) => status === 'fulfilled');
    };
    return { ask, open, order };
  }

  it('each has its turn, however many wait in another', async () => {
    const { ask, open, order } = closed(10);
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ask(name.charAt(0), name));
    await open(asked);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('the one with the most gives way when all places are taken, and only to one with fewer', async () => {
    const { ask, open, order } = closed(3);
    const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => ask(name.charAt(0), name));
    expect(await open(asked)).toEqual([true, true, false, true, false, false]);
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });

  it('whoever hangs up is not worked for, and makes room', async () => {
    const { ask, open, order } = closed(2);
    const hangUp = new AbortController();
    const asked = [ask('a', 'a1', hangUp.signal), ask('a', 'a2')];
    hangUp.abort();
    asked.push(ask('a', 'a3'), ask('a', 'a4', hangUp.signal));
    expect(await open(asked)).toEqual([false, true, true, false]);
    expect(order).toEqual(['a2', 'a3']);
  });
});
