import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** A turning circle beside a text that says what is under way. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" className={cx('size-4 shrink-0 animate-spin', className)} />
  );
}
