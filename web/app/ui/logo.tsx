import { clsx } from 'clsx';
import { brand } from 'contract/brand';

/** The company's mark: a fern frond. Decoration; the name is said beside it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('size-8', className)}>
      <rect width="32" height="32" rx="8" className="fill-teal-700" />
      <g fill="none" strokeWidth="2.2" strokeLinecap="round" className="stroke-white">
        <path d="M16 26V7" />
        <path d="M16 22c-4.5 0-7-2-8-5" />
        <path d="M16 22c4.5 0 7-2 8-5" />
        <path d="M16 16c-3.6 0-5.6-1.6-6.4-4" />
        <path d="M16 16c3.6 0 5.6-1.6 6.4-4" />
      </g>
      <circle cx="16" cy="7" r="2" className="fill-apricot-300" />
    </svg>
  );
}

/** Mark and name together; `compact` leaves the name to screen readers on phones. */
export function Logo({ className, compact }: { className?: string; compact?: boolean }) {
  return (
    <span
      className={clsx('flex items-center gap-2.5 text-lg font-semibold tracking-tight', className)}
    >
      <LogoMark />
      <span className={compact ? 'max-sm:sr-only' : undefined}>{brand.company}</span>
    </span>
  );
}
