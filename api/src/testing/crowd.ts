import { plans } from 'contract/catalogue';
import fc from 'fast-check';
import type { Db } from '../db/client.ts';
import { payments, subscriptions, users } from '../db/schema.ts';

const letters = [
  'Ann',
  'Anna',
  'Hannah',
  'Ian',
  "O'Neil",
  'Zoé',
  'ÉVA',
  'Li',
  '100%',
  'a_b',
  'c\\d',
];
/** Few moments, so that many rows are equal in every order; two of them around a month's end in London. */
const moments = [
  '2026-03-31T22:59:59.999Z',
  '2026-03-31T23:00:00.000Z',
  '2026-04-15T09:00:00.000Z',
  '2026-09-30T22:59:00.000Z',
  '2026-10-31T23:59:59.000Z',
  '2026-11-01T00:00:00.000Z',
].map((moment) => new Date(moment));

/** Somebody in any state, with what is held and was paid. */
export const ofCrowd = fc.record({
  firstName: fc.constantFrom(...letters),
  lastName: fc.constantFrom(...letters),
  host: fc.constantFrom('nhs.net', 'eye.test'),
  role: fc.constantFrom('user', 'user', 'user', 'admin'),
  isActive: fc.constantFrom(true, true, false),
  isDeleted: fc.constantFrom(false, false, false, false, true),
  createdAt: fc.constantFrom(...moments),
  // At most one of each product: nobody holds two.
  held: fc.uniqueArray(
    fc.record({
      plan: fc.constantFrom(...plans),
      status: fc.constantFrom('active', 'trial', 'cancelled', 'expired'),
      startedAt: fc.constantFrom(...moments),
      trialEnd: fc.option(fc.constantFrom(...moments)),
      endedAt: fc.constantFrom(...moments),
      paid: fc.array(
        fc.record({
          status: fc.constantFrom('success', 'pending', 'failed', 'refunded'),
          refunded: fc.constantFrom(0, 0, 700),
          paidAt: fc.constantFrom(...moments),
        }),
        { maxLength: 3 },
      ),
    }),
    { selector: ({ plan }) => plan.productId, maxLength: 3 },
  ),
} as const);

export type OfCrowd = typeof ofCrowd extends fc.Arbitrary<infer One> ? One : never;

/**
 * Fills the tables with people in every state, the same each time: names that contain each other,
 * patterns that a search must not take for such, and many equal values.
 */
export async function fillWithCrowd(db: Db, size = 60): Promise<void> {
  for (const [n, one] of fc.sample(ofCrowd, { numRuns: size, seed: 2026 }).entries()) {
    await insertOfCrowd(db, one, n);
  }
}

/** Stores somebody with all that is held and was paid; `n` is nobody else's. */
export async function insertOfCrowd(db: Db, one: OfCrowd, n: number): Promise<void> {
  const userId = crypto.randomUUID();
  const { firstName, lastName, role, createdAt, isDeleted } = one;
  await db.insert(users).values({
    id: userId,
    firstName,
    lastName,
    email: `${firstName}.${n}@${one.host}`,
    passwordHash: '-',
    role,
    isActive: one.isActive && !isDeleted,
    createdAt,
    deletedAt: isDeleted ? createdAt : null,
  });
  for (const { plan, status, startedAt, trialEnd, endedAt, paid } of one.held) {
    const stripeId = `sub_${n}_${plan.id}`;
    const { id: planId, productId, cycle, amount } = plan;
    const hasAccess = status === 'active' || status === 'trial';
    await db.insert(subscriptions).values({
      ...{ id: crypto.randomUUID(), userId, stripeId, productId, planId, cycle, amount, status },
      stripeStatus: '',
      hasAccess,
      paymentProblem: false,
      cancelAtPeriodEnd: false,
      startedAt,
      trialStart: trialEnd && startedAt,
      trialEnd,
      endedAt: hasAccess ? null : endedAt,
    });
    for (const [m, payment] of paid.entries()) {
      await db.insert(payments).values({
        ...{ id: crypto.randomUUID(), userId, productId, planId, amount, ...payment },
        refunded: payment.status === 'refunded' ? amount : payment.refunded,
        stripeInvoiceId: `in_${stripeId}_${m}`,
        stripeSubscriptionId: stripeId,
      });
    }
  }
}

/** What is searched for in a crowd: parts of names and e-mails, patterns, and what nobody has. */
export const searches = [
  undefined,
  'a',
  'ANN',
  'n a',
  'nah',
  'zoé',
  '%',
  '_',
  '\\',
  "o'n",
  '.1',
  '@nhs.net',
  'nobody',
];

/** Whether a search finds somebody, told in the plainest way. */
export function finds(
  search: string | undefined,
  someone: typeof users.$inferSelect | undefined,
): boolean {
  if (search === undefined) return true;
  if (!someone || someone.deletedAt) return false;
  const { firstName, lastName, email } = someone;
  const wanted = search.toLowerCase();
  return [`${firstName} ${lastName}`, email].some((text) => text.toLowerCase().includes(wanted));
}
