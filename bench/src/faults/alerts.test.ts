import { expect, it } from 'vitest';
import { movedIn } from './alerts.ts';

it('an alert is moved by what was while the row went on, not by processes that were stopped after it', async () => {
  // A process is down until ten seconds, and again from fifty on; the database is away from thirty to forty.
  const away = {
    ProcessAway: [
      [0, 10],
      [50, 99],
    ],
    DatabaseAway: [[30, 40]],
  };
  const asked: string[] = [];
  const moved = await movedIn({ began: 10_000, ended: 49_000 }, async (expr, { start, end }) => {
    asked.push(expr);
    const spans = expr.includes('up{job') ? away.ProcessAway : away.DatabaseAway;
    if (!/up\{job|database_up/.test(expr)) return false;
    return spans.some(([from = 0, to = 0]) => from <= Number(end) && to >= Number(start));
  });
  expect(moved).toEqual(['DatabaseAway']);
  expect(asked.length).toBeGreaterThan(12);
});
