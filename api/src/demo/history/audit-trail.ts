import { chance, type Life } from './cast.ts';
import type { PastEntry } from './past-repository.ts';
import type { Actors } from './perform.ts';
import { awake, type TimedAct } from './timing.ts';

const minute = 60;
const day = 86_400;

/** From when to when somebody's doings are told, in unix seconds. */
interface Span {
  joined: number;
  until: number;
}

/**
 * What the audit log says of somebody's own doings: how the account was made, the visits after it,
 * what was opened, and what an admin exported.
 */
export function auditTrail(
  { person, madeBy }: Life,
  { acts, ...span }: Span & { acts: TimedAct[] },
  admin: Actors['admin'],
): PastEntry[] {
  const { id: actorId, email, address } = person;
  const own = (seconds: number, action: string, target?: string): PastEntry => ({
    at: new Date(seconds * 1000),
    action,
    address,
    actorId,
    ...(target && { target }),
  });
  const entries = [madeOn(own(span.joined, 'account.created'), madeBy, admin)];
  if (madeBy === 'an admin') entries.push(own(span.joined + 8 * minute, 'password.changed'));
  for (const time of visits(email, acts, span)) {
    const happens = (what: string, share: number) => chance(email, `${what} ${time}`) < share;
    if (happens('typo', 0.08)) {
      const { actorId: _unknown, ...refused } = own(time - 25, 'login.refused', email);
      entries.push(refused);
    }
    entries.push({ ...own(time, 'login.succeeded'), detail: 'password' });
    if (actorId === admin.id && happens('export', 0.4)) {
      const list = happens('payments', 0.6) ? 'payments {}' : 'subscriptions {}';
      entries.push(own(time + 6 * minute, 'list.exported', list));
    }
    if (happens('leave', 0.3)) entries.push(own(time + 9 * minute, 'logout'));
  }
  for (const { at, act } of acts) {
    if (act.do !== 'choose') continue;
    const product = act.key === 'cataract' ? 'cataract' : 'portfolio';
    entries.push(own(at + 5 * minute, 'product.opened', product));
  }
  return entries.filter(({ at }) => at.getTime() <= span.until * 1000);
}

function madeOn(signUp: PastEntry, madeBy: Life['madeBy'], admin: Actors['admin']): PastEntry {
  if (!madeBy) return signUp;
  const { at, actorId: target = '' } = signUp;
  const made = { at, action: 'user.created', target };
  return madeBy === 'command line'
    ? { ...made, address: madeBy }
    : { ...made, actorId: admin.id, address: admin.address };
}

const ownDoings = ['choose', 'new-card', 'cancel', 'go-on', 'visit'];

/** A first sign-in, one before each thing done, and more of them every few weeks. */
function visits(email: string, acts: TimedAct[], { joined, until }: Span): number[] {
  const gone = acts.find(({ act }) => act.do === 'shut-out' || act.do === 'delete')?.at ?? until;
  const times = [joined + minute];
  for (const { at, act } of acts) {
    if (ownDoings.includes(act.do) && at > joined + day) times.push(at - 4 * minute);
  }
  const pause = (after: number) => (9 + 34 * chance(email, `pause ${after}`)) * day;
  for (let time = joined + pause(joined); time < gone; time += pause(time)) {
    times.push(awake(time, chance(email, `hour ${time}`)));
  }
  return times.filter((time) => time < gone);
}
