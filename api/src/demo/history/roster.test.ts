import { expect, it } from 'vitest';
import { ownYear } from './own-year.ts';
import { roster } from './roster.ts';
import { joinedAt, timedActs } from './timing.ts';

it('nobody in it can be real, and everybody is in it once', () => {
  const emails = roster.map(({ person }) => person.email);
  expect(emails.every((email) => /^[a-z.]+@[a-z-]+\.example$/.test(email))).toBe(true);
  expect(new Set(emails).size).toBe(roster.length);
  expect(new Set(roster.map(({ person }) => person.id)).size).toBe(roster.length);
});

it.each([
  '2026-03-01T00:04:00Z',
  '2026-11-22T05:00:00Z',
  '2028-02-29T12:00:00Z',
  '2027-01-31T23:59:00Z',
])(
  'on %s there are about sixty customers, somebody joined in each month, and the last things happen today',
  (now) => {
    const until = Date.parse(now) / 1000;
    expect(roster.filter(({ acts }) => acts.length > 0).length).toBeGreaterThan(55);
    const months = roster.map((life) =>
      new Date(joinedAt(life, until) * 1000).toISOString().slice(0, 7),
    );
    expect(new Set(months).size).toBeGreaterThanOrEqual(13);
    const last = roster.flatMap((life) => timedActs(life, joinedAt(life, until), until));
    expect(Math.max(...last.map(({ at }) => at))).toBeGreaterThan(until - 300);
  },
);

it.each(Array.from({ length: 60 }, (_, n) => n * 7))(
  'whoever lives %i days on sees a card fail before entering another',
  (later) => {
    const until = Date.parse('2026-01-03T12:00:00Z') / 1000 + later * 86_400;
    const [own] = roster;
    if (!own) throw new Error('nobody');
    for (const told of [...roster, { ...own, ...ownYear }]) {
      const acts = timedActs(told, joinedAt(told, until), until);
      const order = acts.flatMap(({ act }) =>
        act.do === 'new-card' ? [act.card] : act.do === 'visit' && act.payday ? ['visit'] : [],
      );
      if (!order.includes('pays')) continue;
      expect(order.indexOf('fails')).toBeLessThan(order.indexOf('pays'));
    }
  },
);
