import { productName } from 'contract/catalogue';
import { type CancelReason, cancelReason } from 'contract/leaving';
import type { Services } from '../../../services.ts';
import { countCancelReasons, findCancelComments } from './cancel-repository.ts';

const shownComments = 5;

/** Why people cancelled in the twelve months up to a moment of Stripe's clock. */
export async function whyCancelled({ db }: Services, now: Date) {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 1);
  const [counts, comments] = await Promise.all([
    countCancelReasons(db, since),
    findCancelComments(db, since, shownComments),
  ]);
  const sum = (lines: { count: number }[]) => lines.reduce((total, { count }) => total + count, 0);
  return {
    count: sum(counts),
    unsaid: sum(counts.filter(({ reason }) => readReason(reason) === null)),
    reasons: counts.flatMap(({ reason: stored, count }) => {
      const reason = readReason(stored);
      return reason ? [{ reason, count }] : [];
    }),
    comments: comments.map((row) => ({
      at: row.at.toISOString(),
      product_name: productName(row.productId),
      reason: readReason(row.reason),
      comment: row.comment,
      user_id: row.userId,
    })),
  };
}

/** Stripe may add reasons that this code has no words for. */
function readReason(stored: string | null): CancelReason | null {
  return cancelReason.safeParse(stored).data ?? null;
}
