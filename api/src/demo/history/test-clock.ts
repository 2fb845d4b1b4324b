import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Services } from '../../services.ts';

/** A clock of Stripe's test mode by which one of the demo's customers lives. Unix seconds. */
export interface LifeClock {
  id: string;
  email: string;
  /** When the life that it is for ends: at the present, as it was when the life was begun. */
  until: number;
  /** Everything up to here has been lived. */
  now: number;
}

/** Less than two months, which is as far as Stripe lets a clock go at once. */
const stride = 58 * 86_400;

const mark = 'demo';

/** A clock for somebody whose life begins at `from`. */
export async function createClock(
  { stripe }: Services,
  { email, from, until }: { email: string; from: number; until: number },
): Promise<LifeClock> {
  const name = `${mark} ${until} ${email}`;
  return read(await stripe.testHelpers.testClocks.create({ frozen_time: from, name })) as LifeClock;
}

/** The clocks of lives that were begun and not finished. */
export async function findClocks({ stripe }: Services): Promise<LifeClock[]> {
  const clocks = await Array.fromAsync(stripe.testHelpers.testClocks.list({ limit: 100 }));
  return clocks.flatMap((clock) => read(clock) ?? []);
}

/** Lets time pass up to `target`; done when everything that fell due on the way has happened. */
export async function advance(services: Services, clock: LifeClock, target: number) {
  const { testClocks } = services.stripe.testHelpers;
  clock.now = (await untilReady(services, clock.id)).frozen_time;
  while (clock.now < target) {
    const next = Math.min(target, clock.now + stride);
    await testClocks.advance(clock.id, { frozen_time: next });
    clock.now = (await untilReady(services, clock.id)).frozen_time;
  }
}

async function untilReady({ stripe }: Services, id: string): Promise<Stripe.TestHelpers.TestClock> {
  for (;;) {
    const clock = await stripe.testHelpers.testClocks.retrieve(id);
    if (clock.status === 'ready') return clock;
    await setTimeout(10);
  }
}

/** The customers of a clock go on in everybody's time, and the clock is gone. */
export async function release({ env }: Services, { id }: LifeClock): Promise<void> {
  const address = new URL(`/sandbox/test_clocks/${id}/release`, env.STRIPE_API_URL);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
}

/** A clock as ours; undefined for one that somebody else has made. */
function read(clock: Stripe.TestHelpers.TestClock): LifeClock | undefined {
  const [ours, until, email] = clock.name?.split(' ') ?? [];
  if (ours !== mark || !email) return undefined;
  return { id: clock.id, email, until: Number(until), now: clock.frozen_time };
}
