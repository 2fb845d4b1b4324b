import { closeDispute } from '../billing/open-dispute.ts';
import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import { flag, hash, metadata, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { mergeMetadata } from './updates.ts';

/** Evidence by which Stripe's test mode decides at once. https://docs.stripe.com/testing#disputes */
const verdicts: Record<string, 'won' | 'lost'> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** The dispute with this id; throws when it has been decided. */
function undecided(work: Work, id: string): Doc<'dispute'> {
  const dispute = work.get('dispute', id);
  if (dispute.status !== 'won' && dispute.status !== 'lost') return dispute;
  throw invalid('This dispute is already closed', undefined, 'dispute_already_closed');
}

/** https://docs.stripe.com/api/disputes */
export const disputeRoutes = [
  route('GET', '/v1/disputes/:id', {}, (work, _, id) => work.get('dispute', id)),
  route(
    'POST',
    '/v1/disputes/:id',
    { evidence: hash({ uncategorized_text: text }), metadata, submit: flag },
    (work, { evidence, submit, ...params }, id) => {
      const dispute = evidence ? undecided(work, id) : work.get('dispute', id);
      const told = evidence?.uncategorized_text ?? null;
      const changes = {
        ...mergeMetadata(dispute, params),
        ...(evidence && {
          evidence: { ...dispute.evidence, uncategorized_text: told },
          evidence_details: { ...dispute.evidence_details, has_evidence: told !== null },
          ...(submit !== false && { status: 'under_review' as const }),
        }),
      };
      const answered = work.change('dispute', id, changes, 'charge.dispute.updated');
      const verdict = submit === false ? undefined : verdicts[told ?? ''];
      return verdict ? closeDispute(work, answered, verdict) : answered;
    },
  ),
  route('POST', '/v1/disputes/:id/close', {}, (work, _, id) =>
    closeDispute(work, undecided(work, id), 'lost'),
  ),
  route(
    'GET',
    '/v1/disputes',
    { ...pagingByTime, charge: text, payment_intent: text },
    (work, params) => {
      const filters = [
        ...equal('charge', params.charge),
        ...equal('payment_intent', params.payment_intent),
      ];
      return page(work, 'dispute', params, filters, '/v1/disputes');
    },
  ),
];
