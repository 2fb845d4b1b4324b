import { clsx } from 'clsx';
import LoaderCircle from 'lucide-react/icons/loader-circle';

/** A turning circle beside a text that says what is under way. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" className={clsx('size-4 shrink-0 animate-spin', className)} />
  );
}
