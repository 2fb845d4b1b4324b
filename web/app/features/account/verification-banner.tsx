import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendVerification } from 'contract/email-links';
import { useEffect } from 'react';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';

/** Asks for the link that confirms the e-mail, and has it sent again. */
export function VerificationBanner({ email }: { email: string }) {
  const client = useQueryClient();
  // It goes once the email is confirmed, also in another tab: then products can be opened.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['subscriptions'] }), [client]);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(sendVerification),
    onError: (error) => logError('Asking for the link to confirm the email failed', error),
  });
  return (
    <Notice
      tone="warn"
      title="Please confirm your email"
      action={
        <Button tone="secondary" size="small" loading={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send the link'}
        </Button>
      }
    >
      <p className="wrap-anywhere">
        {data?.message ??
          `Press the button of the email that we sent to ${email}, or have it sent again. Products of a new account can be opened once that is done.`}
      </p>
    </Notice>
  );
}
