import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';
import type { useCheckoutReturn } from './use-checkout-return.ts';

/** Where the checkout stands after the return from the hosted page. */
export function CheckoutReturnNotice({
  state,
  retry,
  dismiss,
}: ReturnType<typeof useCheckoutReturn>) {
  if (state === 'confirming') {
    return (
      <Notice tone="busy" title="Confirming your subscription…">
        <p>This takes a few seconds. Please keep this page open.</p>
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice
        tone="warn"
        title="We could not confirm your subscription yet"
        action={
          <Button tone="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p>
          If you finished the checkout, it will appear here shortly. You will not be charged twice.
        </p>
      </Notice>
    );
  }
  if (state === 'trial-refused') {
    return (
      <Notice
        tone="warn"
        title="Your free trial did not start"
        action={
          <ButtonLink to="/user/subscriptions/plans" tone="secondary" size="small">
            Subscribe without a trial
          </ButtonLink>
        }
      >
        <p>
          The card you entered has already had this free trial. Nothing was charged. You can
          subscribe without a trial: the first charge is then today.
        </p>
      </Notice>
    );
  }
  if (state === 'unfinished') {
    return (
      <Notice
        tone="info"
        title="This checkout was not finished"
        action={
          <Button tone="secondary" size="small" onClick={dismiss}>
            Dismiss
          </Button>
        }
      >
        <p>Nothing was charged. You can choose a plan again whenever you like.</p>
      </Notice>
    );
  }
  return null;
}
