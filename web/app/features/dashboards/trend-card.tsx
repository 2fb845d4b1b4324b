import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Card } from '../../ui/signed-in/card.tsx';
import { Toggletip } from '../../ui/signed-in/toggletip.tsx';
import { Chart } from './chart.tsx';
import { FigureLink } from './figure-link.tsx';

interface Props extends Omit<ComponentProps<typeof Chart>, 'name'> {
  title: string;
  /** What the figure counts. */
  help: string;
  /** The figure of the running month; words where there is none, which lead nowhere. */
  figure: string;
  isNone?: boolean;
  /** The URL of its rows, and what they are. */
  to: string;
  of: string;
  note: ReactNode;
}

/** One figure now, and its twelve months. */
export function TrendCard({ title, help, figure, isNone, to, of, note, ...chart }: Props) {
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h3 className="flex items-center gap-1 text-sm font-medium text-muted">
        {title}
        <Toggletip name={title} text={help} />
      </h3>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p
          className={clsx(
            'leading-8 font-semibold tracking-tight tabular-nums',
            isNone ? 'text-lg text-ink-soft' : 'text-2xl',
          )}
        >
          <FigureLink to={isNone ? undefined : to} of={of}>
            {figure}
          </FigureLink>
        </p>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <Chart name={title} {...chart} />
    </Card>
  );
}
