import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from 'contract/accounts';
import * as messages from 'contract/messages';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';

type Name = Pick<SessionUser, 'first_name' | 'last_name'>;

/** The name of the account, and the way to another one. */
export function ChangeName({ first_name, last_name }: Name) {
  const queries = useQueryClient();
  const { form, field, busy } = useForm({
    load: () => import('./name-submission.ts'),
    logMessage: 'Changing the name failed',
    onSuccess: () => {
      notify.success(messages.nameChanged, { duration: 3000 });
      // Whoever is signed in is named in the header, too.
      void queries.invalidateQueries({ queryKey: ['session'] });
    },
  });
  return (
    <SectionCard title="Name">
      <form noValidate aria-label="Change your name" {...form} className="space-y-5 p-5 sm:p-6">
        <p className="max-w-2xl text-sm leading-6 text-ink-soft">
          We call you by it, and your products are told it. Invoices have a name of their own below.
        </p>
        <div className="grid max-w-3xl items-start gap-5 md:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            defaultValue={first_name}
            {...field('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            defaultValue={last_name}
            {...field('last_name')}
          />
        </div>
        <Button type="submit" tone="secondary" loading={busy}>
          {busy ? 'Saving...' : 'Save name'}
        </Button>
      </form>
    </SectionCard>
  );
}
