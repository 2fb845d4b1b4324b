import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';

/** The e-mail of an account, which browsers and password managers keep as its user name. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      {...props}
    />
  );
}
