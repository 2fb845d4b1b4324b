import type { passwordChecklist, resetChecklist } from 'contract/password-checklists';
import type { FieldWiring } from '../../lib/use-form.ts';
import { useUncontrolledValue } from '../../lib/use-uncontrolled-value.ts';
import { PasswordChecklist } from '../../ui/password-checklist.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

interface Props {
  label: string;
  checklist: typeof passwordChecklist | typeof resetChecklist;
  field: (name: 'password' | 'confirmation', options?: { with?: 'confirmation' }) => FieldWiring;
}

/** A new password with its live checklist, and the same once more. */
export function NewPasswordFields({ label, checklist, field }: Props) {
  const password = useUncontrolledValue();
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={<PasswordChecklist password={password.value} items={checklist} />}
        {...password.control}
        {...field('password', { with: 'confirmation' })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field('confirmation')}
      />
    </>
  );
}
