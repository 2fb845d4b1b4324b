import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A white surface with a soft border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border border-line bg-white', className)} />;
}

interface SectionProps {
  title: string;
  /** Beside the title, for example a 'View all' link. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card that is a section of the page, with its heading. */
export function SectionCard({ title, action, className, children }: SectionProps) {
  return (
    <section className={clsx('flex flex-col rounded-card border border-line bg-white', className)}>
      <div className="flex min-h-15 items-center justify-between gap-4 border-b border-line px-5 py-3 sm:px-6">
        <h2 className="text-base font-semibold tracking-tight">{title}</h2>
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {children}
    </section>
  );
}
