import type { SubscriptionView } from 'contract/subscriptions';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef, useState } from 'react';
import { subscriptionBadge } from '../../lib/subscription-badge.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { ActingLink } from '../../ui/seen-as.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { CancelDialog, type Why } from './cancel-dialog.tsx';
import {
  canCancel,
  canUndo,
  newPriceText,
  nextEvent,
  priceText,
  rightToWithdraw,
  undoConsequences,
} from './subscription-view-model.ts';
import { useCancel, useUndoCancel } from './use-cancellation.ts';
import { useUpdateCard } from './use-update-card.ts';
import { WithdrawButton } from './withdraw-button.tsx';

interface Props {
  subscription: SubscriptionView;
  /** Where the keyboard goes once the card is gone. */
  focusAfter: () => HTMLElement | null;
}

/** A subscription that runs: what it is, what it costs, what comes next, and the ways in and out. */
export function SubscriptionCard({ subscription, focusAfter }: Props) {
  const [asking, setAsking] = useState(false);
  const card = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = useCancel();
  const undo = useUndoCancel();
  const updateCard = useUpdateCard();
  const next = nextEvent(subscription);
  const right = rightToWithdraw(subscription);
  const toConfirm = subscription.payment_to_confirm;
  const newPrice = newPriceText(subscription);
  const isCancelAndUndo = canCancel(subscription) && canUndo(subscription);

  // Not after this page has been left: then the answer comes too late to lead away.
  const toHostedPage = ({ url }: { url: string }) => window.location.assign(url);
  const confirm = (why: Why) =>
    cancel.mutate({ id: subscription.id, ...why }, { onSettled: () => setAsking(false) });

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={subscription.product_name}
      className="flex flex-col rounded-card border border-line bg-white"
    >
      <div className="flex items-start justify-between gap-4 p-5 sm:p-6">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">{subscription.product_name}</h2>
          <p className="mt-0.5 text-sm text-muted">{subscription.plan_name} plan</p>
        </div>
        <StatusBadge status={subscriptionBadge(subscription)} />
      </div>

      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 px-5 pb-5 text-sm sm:px-6">
        <dt className="text-muted">Price</dt>
        <dd className="text-right font-medium tabular-nums">
          {priceText(subscription)}
          {newPrice && (
            <span className="block font-normal text-balance text-muted">{newPrice}</span>
          )}
        </dd>
        {next && (
          <>
            <dt className="text-muted">{next.name}</dt>
            <dd className="text-right font-medium">
              {next.date}
              {next.also && (
                <span className="block font-normal text-balance text-muted">{next.also}</span>
              )}
            </dd>
          </>
        )}
        {right && (
          <>
            <dt className="text-muted">Withdraw</dt>
            <dd className="text-right font-medium">
              {right.until}
              <span className="block font-normal text-muted">{right.back}</span>
            </dd>
          </>
        )}
      </dl>

      {subscription.payment_problem && (
        <Notice
          tone="warn"
          title={
            toConfirm ? 'Your bank asks you to confirm' : 'Your last payment did not go through'
          }
          className="mx-5 mb-5 sm:mx-6"
        >
          <p>
            {toConfirm
              ? 'The renewal is paid once you confirm it on Stripe’s page. You keep access for two weeks meanwhile. Another card is charged at once.'
              : 'You keep access while we try again over the next days. A new card is charged at once.'}
          </p>
        </Notice>
      )}
      {canUndo(subscription) && (
        <p className="mx-5 mb-5 text-sm text-ink-soft sm:mx-6">{undoConsequences(subscription)}</p>
      )}

      <div className="mt-auto flex flex-col gap-2.5 border-t border-line p-5 sm:px-6">
        {toConfirm && (
          <ActingLink
            href={`/user/payments/${toConfirm}/invoice`}
            target="_blank"
            rel="noopener"
            className={buttonStyle({ tone: 'primary' })}
          >
            Confirm payment
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </ActingLink>
        )}
        {subscription.login_urls.map(({ name, url, product, with_token }) => (
          <ActingLink
            key={url}
            href={with_token ? `/user/products/${product}/open` : url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle({ tone: toConfirm ? 'secondary' : 'primary' })}
          >
            Login to {name}
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </ActingLink>
        ))}
        <div className="flex flex-wrap gap-2.5 *:grow">
          <Button
            tone="secondary"
            // Three do not fit beside each other: the two ways out stand together.
            className={right || isCancelAndUndo ? 'basis-full' : undefined}
            loading={updateCard.isPending}
            onClick={() => updateCard.mutate(subscription.id, { onSuccess: toHostedPage })}
          >
            Update card
          </Button>
          {canCancel(subscription) && (
            <Button
              ref={opener}
              tone="danger-quiet"
              loading={cancel.isPending}
              onClick={() => setAsking(true)}
            >
              {cancel.isPending ? 'Cancelling...' : 'Cancel'}
            </Button>
          )}
          {right && <WithdrawButton subscription={subscription} focusAfter={focusAfter} />}
          {canUndo(subscription) && (
            <Button
              tone="secondary"
              loading={undo.isPending}
              onClick={() =>
                undo.mutate(subscription.id, { onSuccess: () => card.current?.focus() })
              }
            >
              {undo.isPending ? 'Processing...' : "Don't Cancel"}
            </Button>
          )}
        </div>
      </div>

      <CancelDialog
        subscription={subscription}
        open={asking}
        onOpenChange={setAsking}
        loading={cancel.isPending}
        focusAfter={() => (opener.current ? null : card.current)}
        onConfirm={confirm}
      />
    </article>
  );
}
