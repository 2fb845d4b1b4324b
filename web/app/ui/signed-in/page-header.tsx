import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  text?: ReactNode;
  /** Beside the title: a badge. */
  badge?: ReactNode;
  /** At the far end: buttons. */
  actions?: ReactNode;
}

/** The top of a screen: its one `h1`, and what belongs beside it. */
export function PageHeader({ title, text, badge, actions }: Props) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere sm:text-[1.75rem] sm:leading-9">
            {title}
          </h1>
          {badge}
        </div>
        {text && <p className="mt-1.5 max-w-2xl text-muted">{text}</p>}
      </div>
      {actions}
    </header>
  );
}
