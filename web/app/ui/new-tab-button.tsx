import { clsx } from 'clsx';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';

type Props = Omit<ComponentProps<'a'>, 'target' | 'rel'> & ButtonStyle;

/** A link to another site that looks like a button and says that it opens a new tab. */
export function NewTabButton({ tone, size, wide, className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener"
      className={clsx(buttonStyle({ tone, size, wide }), className)}
    >
      {children}
      <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
