import { useQuery } from '@tanstack/react-query';
import { unitOf } from 'contract/sale-terms';
import { previewChange } from 'contract/subscriptions';
import { creditText } from '../../lib/credit.ts';
import { formatLongDate, formatPounds } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import type { PlanChoice } from './plan-terms.ts';

interface Props {
  choice: PlanChoice;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  loading: boolean;
  /** `price`: what the dialog said that is charged from then on, in pounds. */
  onConfirm: (price: number) => void;
}

/** Says what a change of plan costs today and from then on, before the hosted page confirms it. */
export function ChangeDialog({ choice, loading, onConfirm, ...rest }: Props) {
  const { offer, cycle, planId } = choice;
  const { data, error } = useQuery({
    queryKey: ['plan-change', planId],
    queryFn: async ({ signal }) => {
      const body = { product_id: offer.id, pricing_plan_id: planId };
      return (await call(previewChange, { body, signal, silent: true })).data;
    },
    // Unused time is worth less with every hour.
    gcTime: 0,
    retry: false,
    enabled: rest.open,
  });
  const next = data?.next_charge;
  const credit = next && creditText({ amount: next.charged, credit: next.amount - next.charged });
  return (
    <ConfirmDialog
      {...rest}
      onConfirm={() => data && onConfirm(data.next_charge.amount)}
      title={`Change to ${offer.name}, ${cycle}?`}
      dismissLabel="Keep my plan"
      confirmLabel="Continue"
      loading={loading}
      disabled={!data}
    >
      {error ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : (
        <>
          <dl className="divide-y divide-line border-y border-line" aria-busy={!data}>
            <Figure name="Today" value={data && formatPounds(data.due_today)} strong />
            <Figure name="Credit, already taken off" value={data && formatPounds(data.credit)} />
            <Figure
              name={data ? `From ${formatLongDate(data.next_charge.date)}` : 'From then on'}
              value={data && `${formatPounds(data.next_charge.amount)} every ${unitOf(cycle)}`}
            />
          </dl>
          {data?.also_ends.map((name) => (
            <p key={name}>
              Your {name} plan ends with this.
              {data.later_credit > 0 &&
                ` ${formatPounds(data.later_credit)} for its unused time is credited to your next charges.`}
            </p>
          ))}
          {credit && (
            <p>
              On {formatLongDate(data?.next_charge.date)}: {credit}
            </p>
          )}
          <p>You confirm the change on a secure hosted page. Nothing happens before that.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function Figure(props: { name: string; value: string | undefined; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt>{props.name}</dt>
      <dd
        className={
          props.strong
            ? 'text-lg font-semibold text-ink tabular-nums'
            : 'text-right text-ink tabular-nums'
        }
      >
        {props.value ?? <span className="text-muted">Working it out…</span>}
      </dd>
    </div>
  );
}
