import { cva, type VariantProps } from 'class-variance-authority';

/** The style of a button, for buttons and for links that act like one. */
export const buttonStyle = cva(
  [
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold',
    'text-center transition-colors duration-150 select-none',
    'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed aria-busy:cursor-progress',
  ],
  {
    variants: {
      tone: {
        primary:
          'border-transparent bg-teal-700 text-white not-aria-disabled:hover:bg-teal-800 disabled:bg-teal-700/55 aria-disabled:bg-teal-700/55',
        secondary:
          'border-line-strong/60 bg-white text-ink not-aria-disabled:hover:border-line-strong not-aria-disabled:hover:bg-paper disabled:text-muted aria-disabled:text-muted',
        quiet: 'border-transparent bg-transparent text-teal-700 hover:bg-teal-50',
        danger:
          'border-transparent bg-bad text-white not-aria-disabled:hover:bg-bad-deep disabled:bg-bad/60 aria-disabled:bg-bad/60',
        'danger-quiet':
          'border-line bg-white text-bad not-aria-disabled:hover:border-bad-line not-aria-disabled:hover:bg-bad-soft aria-disabled:text-muted',
        success: 'border-transparent bg-good text-white',
        'on-dark': 'focus-on-dark border-white/40 bg-transparent text-white hover:bg-white/10',
        light: 'focus-on-dark border-transparent bg-white text-ink hover:bg-teal-50',
      },
      size: {
        small: 'min-h-9 px-3 py-1.5 text-sm',
        medium: 'min-h-11 px-4 py-2 text-sm',
        large: 'min-h-12 px-6 py-2.5 text-base',
      },
      wide: { true: 'w-full' },
    },
    defaultVariants: { tone: 'primary', size: 'medium' },
  },
);

export type ButtonStyle = VariantProps<typeof buttonStyle>;
