import type { Purchase } from './plan-terms.ts';

interface Props {
  id: string;
  purchase: Purchase;
  terms: { name: string; text: string }[];
}

/** What a person must know before the checkout, in the card that leads there. */
export function PlanTerms({ id, purchase, terms }: Props) {
  return (
    <div id={id} className="border-t border-line pt-5 text-sm">
      {purchase.kind === 'held' && (
        <p className="text-ink-soft">
          You hold this plan. Manage or cancel it under My Subscriptions.
        </p>
      )}
      {purchase.kind === 'included' && (
        <p className="text-ink-soft">You already have this product as part of {purchase.in}.</p>
      )}
      {purchase.kind !== 'held' && purchase.kind !== 'included' && (
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
