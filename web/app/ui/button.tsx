import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
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
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // While something is under way it is not `disabled`, which would take the keyboard away.
      aria-disabled={loading || rest['aria-disabled']}
      aria-busy={loading || undefined}
      onClick={loading ? refuse : onClick}
      className={clsx(buttonStyle({ tone, size, wide }), className)}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}

/** Nor does a press send the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}
