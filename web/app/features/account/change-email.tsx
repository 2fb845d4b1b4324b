import * as messages from 'contract/messages';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { useEmailChange } from './use-email-change.ts';
import { UserNameField } from './user-name-field.tsx';

interface Props {
  email: string;
  isVerified: boolean;
}

/** The e-mail of the account, and the way to another one. */
export function ChangeEmail({ email, isVerified }: Props) {
  const [changes, setChanges] = useState(0);
  const { pending, refetch, takeBack } = useEmailChange(email);
  const onAsked = () => {
    setChanges(changes + 1);
    void refetch();
  };
  return (
    <SectionCard
      title="Email"
      action={
        <Badge tone={isVerified ? 'good' : 'neutral'}>
          {isVerified ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      }
    >
      <div className="space-y-5 p-5 sm:p-6">
        <p className="text-sm leading-6 text-ink-soft">
          <span className="block font-medium wrap-anywhere text-ink">{email}</span>
          You log in with it, and everything that we send goes there.
        </p>
        {pending && (
          <Notice
            tone="info"
            title="Waiting to be confirmed"
            action={
              <Button
                tone="secondary"
                size="small"
                loading={takeBack.isPending}
                onClick={() => takeBack.mutate()}
              >
                Take it back
              </Button>
            }
          >
            <p className="wrap-anywhere">
              We sent a link to {pending.email}. Until its button is pressed nothing changes. It
              works until <Timestamp value={pending.expires_at} />.
            </p>
          </Notice>
        )}
        {/* Anew after each asking, so that nothing typed stays on the screen. */}
        <Form key={changes} email={email} onAsked={onAsked} />
      </div>
    </SectionCard>
  );
}

function Form({ email, onAsked }: { email: string; onAsked: () => void }) {
  const { form, field, busy } = useForm({
    load: () => import('./email-submission.ts'),
    logMessage: 'Asking for another email failed',
    onSuccess: () => {
      notify.success(messages.changeSent, { duration: 4000 });
      onAsked();
    },
  });
  return (
    <form noValidate aria-label="Change your email" {...form} className="space-y-5">
      <UserNameField email={email} />
      <div className="grid max-w-3xl items-start gap-5 md:grid-cols-2">
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          {...field('email')}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...field('password')}
        />
      </div>
      <Button type="submit" tone="secondary" loading={busy}>
        {busy ? 'Sending...' : 'Change email'}
      </Button>
    </form>
  );
}
