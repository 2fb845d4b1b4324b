import { clsx } from 'clsx';

/** Initials in a circle. Decoration: the name stands beside it. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-9 shrink-0 place-items-center rounded-full bg-teal-100 text-sm font-semibold tracking-wide text-teal-800',
        className,
      )}
    >
      {initials}
    </span>
  );
}
