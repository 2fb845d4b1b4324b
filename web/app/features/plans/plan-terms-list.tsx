import type { Term } from 'contract/sale-terms';
import type { PlanDecision } from 'contract/subscriptions';

interface Props {
  id: string;
  decision: PlanDecision;
  terms: Term[];
}

/** What a person must know before the checkout, or why there is none, in the card that leads there. */
export function PlanTerms({ id, decision, terms }: Props) {
  const reason = reasonOf(decision);
  return (
    <div id={id} className="border-t border-line pt-5 text-sm">
      {reason ? (
        <p className="text-ink-soft">{reason}</p>
      ) : (
        <dl className="space-y-2">
          {terms.map(({ name, text }) => (
            <div
              key={name}
              className="grid grid-cols-[6rem_1fr] gap-x-3 md:grid-cols-1 xl:grid-cols-[6rem_1fr]"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Why there is nothing to buy (product U39, U40, U56). */
function reasonOf(decision: PlanDecision): string | undefined {
  switch (decision.kind) {
    case 'held':
      return 'You hold this plan. Manage or cancel it under My Subscriptions.';
    case 'included':
      return `You already have this product as part of ${decision.in}.`;
    case 'blocked':
      return decision.message;
    default:
      return undefined;
  }
}
