import { products } from 'contract/catalogue';
import { chance, type Life } from './cast.ts';
import type { Act } from './stories.ts';

const hour = 3_600;
const day = 24 * hour;

/** An act with its moment in unix seconds. */
export interface TimedAct {
  at: number;
  act: Act;
}

/** When somebody signed up. Unix seconds. */
export function joinedAt({ joined, person }: Life, until: number): number {
  const at = until - Math.round(joined * day);
  return joined < 1 ? at : awake(at, chance(person.email, 'hour'));
}

/** What happened up to now, in its order. */
export function timedActs(life: Life, joined: number, until: number): TimedAct[] {
  return life.acts
    .map((act, index) => {
      const at = momentOf(act, joined, until);
      const isOnTheDay = Math.abs(at - joined) < day || until - at < day;
      return { act, at: isOnTheDay ? at : awake(at, chance(life.person.email, `hour ${index}`)) };
    })
    .filter(({ at }) => at > joined && at <= until)
    .toSorted((a, b) => a.at - b.at);
}

/** The same day at an hour at which people are up; `share` of the way from morning to night. */
export function awake(at: number, share: number): number {
  return Math.floor(at / day) * day + Math.round((7 + 14 * share) * hour);
}

function momentOf({ day: days, payday }: Act, joined: number, until: number): number {
  const from = payday ? paydayOf(payday, joined) : days < 0 ? until : joined;
  return from + Math.round(days * day);
}

/** When a monthly plan that was chosen at sign-up is paid for the `count`th time, as Stripe counts. */
function paydayOf({ key, count }: NonNullable<Act['payday']>, joined: number): number {
  const trial = products.find((product) => product.key === key)?.trialDays ?? 0;
  const first = new Date((joined + trial * day) * 1000);
  const month = first.getUTCMonth() + count - 1;
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const paid = new Date(first);
  paid.setUTCMonth(month, Math.min(first.getUTCDate(), lastDay));
  return paid.getTime() / 1000;
}
