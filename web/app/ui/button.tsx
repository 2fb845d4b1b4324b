import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';
import { Spinner } from './spinner.tsx';

type Props = ComponentProps<'button'> &
  ButtonStyle & {
    /** Something is under way: the button shows it and does nothing more until it ends. */
    loading?: boolean;
  };

/** A button that never submits a form unless told to. */
export function Button({
  tone,
  size,
  wide,
  loading = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={clsx(buttonStyle({ tone, size, wide }), className)}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}
