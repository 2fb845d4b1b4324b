import { formatLongDate, formatPence } from 'contract/format';
import type { Move, MoveOfHolder } from './service.ts';

/** What becomes of a holder, in a line. */
export function lineOf(
  { email, oldAmount, outcome, from }: MoveOfHolder,
  { plan, isDryRun }: Pick<Move, 'plan' | 'isDryRun'>,
): string {
  const prices = `${formatPence(oldAmount)} -> ${formatPence(plan.amount)}`;
  const day = from ? ` on ${formatLongDate(from)}` : '';
  const said: Record<MoveOfHolder['outcome'], string> = {
    told: isDryRun ? 'would be told' : 'told',
    'told before': 'was told before',
    waits: 'waits: its mail could not be sent yet',
    ends: 'stays: it is set to end',
    'taken back': 'stays: the price it was told of is taken back',
    'own price': "stays: sold at a price of its own at Stripe's dashboard",
  };
  return `${email}  ${prices}${day}  ${said[outcome]}`;
}

/** How many of each, in a line. */
export function sumOf(holders: MoveOfHolder[], { isDryRun }: Pick<Move, 'isDryRun'>): string {
  const count = (...outcomes: MoveOfHolder['outcome'][]) =>
    holders.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const told = isDryRun ? 'would be told' : 'told';
  const waiting = count('waits') > 0 ? ` ${count('waits')} wait for their mail,` : '';
  return `${count('told')} ${told}, ${count('told before')} told before,${waiting} ${count('ends', 'own price', 'taken back')} stay.`;
}
