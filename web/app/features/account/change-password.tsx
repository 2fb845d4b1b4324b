import { useQueryClient } from '@tanstack/react-query';
import * as messages from 'contract/messages';
import { passwordChecklist } from 'contract/password-checklists';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { useUncontrolledValue } from '../../lib/use-uncontrolled-value.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordChecklist } from '../../ui/password-checklist.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { UserNameField } from './user-name-field.tsx';

/** Another password; `email` tells password managers whose it is. */
export function ChangePassword({ email }: { email: string }) {
  const [changes, setChanges] = useState(0);
  const queries = useQueryClient();
  const onChanged = () => {
    setChanges(changes + 1);
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <SectionCard title="Password">
      {/* Anew after each change, so that nothing typed stays on the screen. */}
      <Form key={changes} email={email} onChanged={onChanged} />
    </SectionCard>
  );
}

function Form({ email, onChanged }: { email: string; onChanged: () => void }) {
  const typed = useUncontrolledValue();
  const { form, field, busy } = useForm({
    load: () => import('./password-submission.ts'),
    logMessage: 'Changing the password failed',
    onSuccess: () => {
      notify.success(messages.passwordChanged, { duration: 4000 });
      onChanged();
    },
  });
  return (
    <form noValidate aria-label="Change your password" {...form} className="space-y-5 p-5 sm:p-6">
      <p className="max-w-2xl text-sm leading-6 text-ink-soft">
        All your other devices are logged out, and we tell you by email. Passwords that are known
        from breaches of other sites are refused.
      </p>
      <UserNameField email={email} />
      <div className="grid max-w-3xl items-start gap-5 md:grid-cols-2">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<PasswordChecklist password={typed.value} items={passwordChecklist} />}
          {...typed.control}
          {...field('newPassword')}
        />
      </div>
      <Button type="submit" tone="secondary" loading={busy}>
        {busy ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}
