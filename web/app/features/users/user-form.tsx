import type { Role } from 'contract/accounts';
import type { createUserBody, UserView } from 'contract/users';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/signed-in/select.tsx';

const roleOptions: { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
];

interface Props {
  label: string;
  /** What the fields begin with. */
  user?: UserView;
  /** Nobody takes the admin role from themselves: the role is then left out. */
  withRole: boolean;
  submitLabel: string;
  send: (values: z.output<typeof createUserBody>) => Promise<void>;
  /** Beside the button that sends: the way out. */
  children: ReactNode;
}

/** Name, e-mail and role of a user. Errors stand under their fields. */
export function UserForm({ label, user, withRole, submitLabel, send, children }: Props) {
  const { form, field, busy } = useForm({
    load: async () => {
      const { createUserBody, editedUser } = await import('./user-rules.ts');
      return { schema: user ? editedUser : createUserBody, send };
    },
    logMessage: 'Saving a user failed',
  });
  return (
    <form noValidate aria-label={label} {...form} className="space-y-5 p-5 sm:p-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          defaultValue={user?.first_name}
          {...field('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          defaultValue={user?.last_name}
          {...field('last_name')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={user?.email}
        {...field('email')}
      />
      {withRole && (
        <Select
          label="Role"
          name="role"
          options={roleOptions}
          defaultValue={user?.role ?? 'user'}
          className="sm:w-1/2 sm:pr-2.5"
        />
      )}
      <div className="flex flex-col-reverse gap-3 border-t border-line pt-5 sm:flex-row sm:justify-end">
        {children}
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
