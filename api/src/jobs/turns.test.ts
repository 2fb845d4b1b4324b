import { expect, test } from 'vitest';
import { takeTurns } from './turns.ts';

test('work of one key waits for that before it, and for no other', async () => {
  const inTurn = takeTurns();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const work = (name: string, until?: Promise<void>) => async () => {
    await until;
    done.push(name);
  };
  const both = [inTurn('one', work('first', first.promise)), inTurn('one', work('second'))];
  await inTurn('other', work('other'));
  expect(done).toEqual(['other']);
  first.resolve();
  await Promise.all(both);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('what waits behind work that fails fails with it, and what comes later does not', async () => {
  const inTurn = takeTurns();
  let begun = 0;
  const fail = async (): Promise<void> => {
    begun += 1;
    await Promise.resolve();
    throw new Error('Stripe is away');
  };
  const both = [inTurn('one', fail), inTurn('one', fail)];
  for (const turn of both) await expect(turn).rejects.toThrow('Stripe is away');
  expect(begun).toBe(1);
  const later = inTurn('one', async () => {
    begun += 1;
  });
  await later;
  expect(begun).toBe(2);
});
