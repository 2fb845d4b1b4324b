import { setTimeout } from 'node:timers/promises';
import { choice } from '../../../api/src/testing/choice.ts';
import { type Client, createClient, type Reply } from '../../../api/src/testing/client.ts';
import { payOn } from '../../../api/src/testing/hosted-page.ts';
import { password } from './stage.ts';

/** What one person was told had been done. */
interface Acknowledged {
  email: string;
  /** Paid on Stripe's page: whatever we said of it, it must be here in the end. */
  isPaid: boolean;
  /** The last word about the end of the subscription; undefined where the last try had no answer. */
  isCancelled: boolean | undefined;
}

export interface Ledger {
  people: Acknowledged[];
  acknowledged: number;
  /** Answers of 500 and above but 503. */
  wrong: string[];
  refused: number;
  /** Requests that broke off. */
  cut: number;
  /** When the last request was answered as it should be, by `performance.now()`. */
  answeredAt: number[];
}

const names = ['Adaeze', 'Bryn', 'Chandra', 'Dilys', 'Emeka', 'Farah', 'Gwen', 'Hamid'];
let people = 0;

/** Letters for a number: names of people have no digits. */
export const inLetters = (n: number): string =>
  [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');

export function openLedger(): Ledger {
  return { people: [], acknowledged: 0, wrong: [], refused: 0, cut: 0, answeredAt: [] };
}

/** So many at a time. */
export const atOnce = 4;

/**
 * Lets people come one after the other, until told to stop; each signs up, buys, cancels and thinks better of it,
 * and rests for so long on average before each of that.
 */
export function liveOn(origin: string, ledger: Ledger, restMs = 0): () => Promise<void> {
  let isOver = false;
  const client = createClient(origin);
  const one = async (): Promise<void> => {
    while (!isOver) await liveOnce({ client, origin, restMs }, ledger, () => isOver);
  };
  const all = Promise.all(Array.from({ length: atOnce }, one));
  return async () => {
    isOver = true;
    await all;
  };
}

async function liveOnce(
  { client, origin, restMs }: { client: Client; origin: string; restMs: number },
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  const rest = () => setTimeout(Math.random() * 2 * restMs);
  await rest();
  people += 1;
  const email = `person.${inLetters(people)}@faults.test`;
  const person = { email, password, first_name: names[people % names.length], last_name: 'Rhys' };
  const joined = await told(ledger, () => client.post('/register', { ...person, role: 'user' }));
  if (joined?.status !== 201) return;
  const known: Acknowledged = { email, isPaid: false, isCancelled: false };
  ledger.people.push(known);

  const insist = async (work: () => Promise<Reply>) => {
    await rest();
    return untilTold(ledger, work, isOver);
  };
  const session = await insist(() => client.post('/login', { email, password }));
  // Whoever knows the password is let in, or told to come again: whatever others try meanwhile.
  if (session && session.status < 500 && session.status !== 200) {
    ledger.wrong.push(`login with the right password: ${session.status}`);
  }
  if (session?.status !== 200) return;
  const signedIn = client.withToken(session.body.data.token);
  const opened = await insist(() =>
    signedIn.post('/subscriptions/checkout', choice('portfolio', 'monthly')),
  );
  if (opened?.status !== 200) return;
  // The page may have expired, where days have passed at Stripe since it was opened.
  const after = await payOn(opened.body.checkout_url).catch(() => null);
  if (!after?.url.startsWith(origin)) return;
  known.isPaid = true;
  const { session_id } = opened.body;
  await insist(() => signedIn.post('/subscriptions/checkout/confirm', { session_id }));
  const list = await insist(() => signedIn.get('/user/subscriptions'));
  const id = list?.body.subscriptions?.[0]?.id;
  if (!id) return;
  for (const cancelSubscription of [true, false]) {
    known.isCancelled = undefined;
    const path = `/user/subscriptions/${id}/cancel`;
    const answer = await insist(() => signedIn.post(path, { cancelSubscription }));
    if (answer?.status !== 200) return;
    known.isCancelled = cancelSubscription;
  }
}

/** Asks again while it is refused or breaks off, as a patient person does. */
async function untilTold(ledger: Ledger, work: () => Promise<Reply>, isOver: () => boolean) {
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await told(ledger, work);
    if (answer && answer.status !== 503) return answer;
    if (isOver()) return undefined;
    await setTimeout(250);
  }
  return undefined;
}

/** One request, written into the ledger; undefined where it had no answer. */
async function told(ledger: Ledger, work: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    const late = setTimeout(35_000, undefined, { ref: false }).then(() => undefined);
    const answer = await Promise.race([work(), late]);
    if (!answer) {
      ledger.cut += 1;
      return undefined;
    }
    if (answer.status >= 500 && answer.status !== 503) {
      ledger.wrong.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`);
    } else if (answer.status === 503) {
      ledger.refused += 1;
      await setTimeout(100);
    } else if (answer.status < 300) {
      ledger.acknowledged += 1;
      ledger.answeredAt.push(performance.now());
    }
    return answer;
  } catch {
    ledger.cut += 1;
    await setTimeout(100);
    return undefined;
  }
}
