import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const style = cva(
  'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap',
  {
    variants: {
      tone: {
        good: 'border-good-line bg-good-soft text-good',
        brand: 'border-teal-200 bg-teal-50 text-teal-700',
        warn: 'border-warn-line bg-warn-soft text-warn',
        bad: 'border-bad-line bg-bad-soft text-bad',
        neutral: 'border-line bg-paper-deep text-ink-soft',
        accent: 'border-apricot-200 bg-apricot-50 text-apricot-700',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof style>['tone']>;

/** A short word about a state. The colour only repeats what the word says. */
export function Badge({
  tone,
  dot,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={style({ tone })}>
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
