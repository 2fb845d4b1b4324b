import { advanceInvoice } from '../billing/collect.ts';
import { isDisputable, openDispute } from '../billing/open-dispute.ts';
import { failRefund } from '../billing/refund.ts';
import { wakeSubscription } from '../billing/renew.ts';
import type { Doc, Kind } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** Does the one thing that time has brought to this resource, at the work's instant. */
export function wakeUp(work: Work, kind: Kind, id: string): void {
  if (kind === 'subscription') wakeSubscription(work, work.get(kind, id));
  if (kind === 'invoice') advanceInvoice(work, work.get(kind, id));
  if (kind === 'charge') disputeCharge(work, work.get(kind, id));
  if (kind === 'refund') failRefund(work, work.get(kind, id));
  if (kind === 'checkout.session') {
    work.change(kind, id, { status: 'expired', url: null }, 'checkout.session.expired');
  }
}

/** The holder of a card that disputes everything does so, unless the money is back by then. */
function disputeCharge(work: Work, charge: Doc<'charge'>): void {
  if (isDisputable(charge)) openDispute(work, charge, 'ends');
  else work.save('charge', charge, { disputedAt: null });
}
