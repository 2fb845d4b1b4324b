import type { LoginProduct } from 'contract/product-logins';
import { inWords, retention } from 'contract/retention';
import { useState } from 'react';
import { formatMoment } from '../../lib/format-figures.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { useResendSince } from './use-connections.ts';

/** Asks from when on an endpoint shall have everything once more. */
export function ResendSinceButton(props: { product: LoginProduct; id: string; url: string }) {
  const { product, id, url } = props;
  const resend = useResendSince(product);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState('');
  const show = (isOpen: boolean) => {
    resend.reset();
    setOpen(isOpen);
  };
  // A field of the browser's own time; one that is empty or not yet whole is no moment.
  const since = at ? new Date(at).toISOString() : '';
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={`Send again from: ${url}`}
        onClick={() => show(true)}
      >
        Send again from
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={show}
        title="Send everything again?"
        dismissLabel="Leave it"
        confirmLabel="Send again"
        loading={resend.isPending}
        disabled={!since}
        onConfirm={() => resend.mutate({ id, since }, { onSuccess: () => show(false) })}
      >
        <p>
          All that was caused at that moment or later is sent once more, with the same ids, so that
          the product can tell what it has. Deliveries are kept for{' '}
          {inWords(retention.deliveryRecords)}.
        </p>
        <TextField
          label="From"
          type="datetime-local"
          value={at}
          error={resend.error?.message}
          hint={since ? `${formatMoment(since)} in London` : 'By the clock of this device'}
          onChange={(event) => setAt(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
