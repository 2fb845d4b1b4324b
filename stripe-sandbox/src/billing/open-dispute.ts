import { newDispute } from '../shapes/dispute.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

/** What follows a charge on the card whose holder disputes everything. */
export function openDispute(work: Work, charge: Doc<'charge'>): void {
  const dispute = newDispute(work.now(charge.customer), charge);
  work.change('charge', charge.id, { disputed: true }, 'charge.updated');
  work.add('dispute', dispute, 'charge.dispute.created');
}
