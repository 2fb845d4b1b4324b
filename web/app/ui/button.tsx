import { clsx } from 'clsx';
import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';
import { SeenAs, seenAsWordsId } from './seen-as.tsx';
import { Spinner } from './spinner.tsx';

type Props = ComponentProps<'button'> &
  ButtonStyle & {
    /** Something is under way: the button shows it and does nothing more until it ends. */
    loading?: boolean;
    /** It changes nothing: an admin who sees what a user sees may press it, too. */
    reads?: boolean;
  };

/** A button that never submits a form unless told to. */
export function Button({
  tone,
  size,
  wide,
  loading = false,
  reads = false,
  disabled,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: Props) {
  const isHeld = useContext(SeenAs) && !reads;
  const words = isHeld ? clsx(rest['aria-describedby'], seenAsWordsId) : rest['aria-describedby'];
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // While something is under way it is not `disabled`, which would take the keyboard away.
      aria-disabled={loading || isHeld || rest['aria-disabled']}
      aria-describedby={words}
      aria-busy={loading || undefined}
      onClick={loading || isHeld ? refuse : onClick}
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
