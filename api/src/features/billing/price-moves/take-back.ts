import type { Plan } from 'contract/catalogue';
import type { Services } from '../../../services.ts';
import type { createPace } from '../reconciliation/pace.ts';
import { unlessMissing } from '../stripe/client.ts';
import { queueKept } from './kept.ts';
import { isSoldAnew } from './pending.ts';
import { causeOf, deleteMove, findTakenBack, type TakenBack } from './repository.ts';

/** What becomes of whom a price was told that is taken back. */
interface TakenBackFrom {
  email: string;
  /** Pence. */
  oldAmount: number;
  outcome: 'taken back';
  from: null;
}

/**
 * Forgets what holders were told of a price that the plan has no more and that has not come, has Stripe
 * follow, and tells those whom the mail of it has reached.
 */
export async function* takeBack(
  services: Services,
  { plan, isDryRun }: { plan: Plan; isDryRun: boolean },
  pace: ReturnType<typeof createPace>,
): AsyncGenerator<TakenBackFrom> {
  const all = await findTakenBack(services.db, plan);
  const held = Map.groupBy(all, ({ move }) => move.stripeSubscriptionId);
  for (const ofOne of held.values()) {
    const toCome = await pace.run(1, () => notCome(services, ofOne));
    if (!isDryRun) await takeBackFrom(services, toCome, plan);
    for (const { email, move } of toCome) {
      yield { email, oldAmount: move.oldAmount, outcome: 'taken back', from: null };
    }
  }
}

/** Those of the moves of a subscription whose price it was never sold at. */
async function notCome({ stripe }: Services, ofOne: TakenBack[]): Promise<TakenBack[]> {
  const id = ofOne[0]?.move.stripeSubscriptionId ?? '';
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(id));
  if (!subscription || subscription.ended_at !== null) return [];
  return ofOne.filter(({ move }) => !isSoldAnew(subscription, move));
}

/** Who was told of one after the other is told once that it does not come. */
async function takeBackFrom(
  { db, jobs, mails }: Services,
  moves: TakenBack[],
  { amount }: Plan,
): Promise<void> {
  await db.transaction(async (transaction) => {
    let last: TakenBack | undefined;
    for (const one of moves) {
      if (!(await deleteMove(transaction, one.move))) continue;
      await jobs.enqueue(transaction, 'sync-customer', { customerId: one.customerId });
      // Asked behind the deletion: a mail that is on its way finds its move gone, and tells then.
      if (!(await mails.isWaiting(transaction, causeOf(one.move)))) last = one;
    }
    if (last) await queueKept(mails, transaction, { ...last, amount });
  });
}
