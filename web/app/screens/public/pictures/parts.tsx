import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A ring filled to `percent`, with the figure in its middle. */
export function Ring({ percent, className }: { percent: number; className?: string }) {
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true" className={clsx('shrink-0', className)}>
      <circle cx="40" cy="40" r="34" fill="none" strokeWidth="8" className="stroke-teal-100" />
      <circle
        cx="40"
        cy="40"
        r="34"
        fill="none"
        strokeWidth="8"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 40 40)"
        className="stroke-teal-600"
      />
      <text
        x="40"
        y="46"
        textAnchor="middle"
        className="fill-ink text-[18px] font-semibold tracking-tight"
      >
        {percent}%
      </text>
    </svg>
  );
}

// Written out, so that the style sheet is built with them.
const widths = {
  full: 'w-full',
  most: 'w-5/6',
  more: 'w-2/3',
  half: 'w-1/2',
  some: 'w-1/3',
} as const;

/** A bar filled by a part. */
export function Bar({ filled, warm }: { filled: keyof typeof widths; warm?: boolean }) {
  return (
    <span className="block h-1.5 overflow-hidden rounded-full bg-teal-100">
      <span
        className={clsx(
          'block h-full rounded-full',
          warm ? 'bg-apricot-300' : 'bg-teal-600',
          widths[filled],
        )}
      />
    </span>
  );
}

/** A word on a coloured ground. */
export function Tag({ tone, children }: { tone: 'good' | 'warn' | 'brand'; children: ReactNode }) {
  const tones = {
    good: 'bg-good-soft text-good',
    warn: 'bg-warn-soft text-warn',
    brand: 'bg-teal-50 text-teal-700',
  };
  return (
    <span
      className={clsx(
        'ml-auto shrink-0 rounded-full px-2 py-0.5 text-[0.6875rem] font-semibold',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A card within a picture. */
export function Tile({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={clsx('rounded-xl border border-line bg-white p-3.5', className)}>
      <p className="mb-2.5 text-[0.8125rem] font-semibold">{title}</p>
      {children}
    </div>
  );
}
