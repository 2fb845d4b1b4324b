import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Spinner } from '../spinner.tsx';

type Tone = 'info' | 'busy' | 'warn' | 'good';

const toneStyles: Record<Exclude<Tone, 'busy'>, { icon: LucideIcon; style: string }> = {
  info: { icon: Info, style: 'border-teal-200 bg-teal-50 text-teal-800' },
  warn: { icon: TriangleAlert, style: 'border-warn-line bg-warn-soft text-warn' },
  good: { icon: CircleCheck, style: 'border-good-line bg-good-soft text-good' },
};

interface Props {
  tone: Tone;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** A calm message within the page, read out when it appears. */
export function Notice({ tone, title, children, action, className }: Props) {
  const { icon: Icon, style } = toneStyles[tone === 'busy' ? 'info' : tone];
  return (
    <div
      role="status"
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border p-4',
        style,
        className,
      )}
    >
      <div className="flex min-w-0 flex-[1_1_16rem] items-start gap-3">
        {tone === 'busy' ? (
          <Spinner className="size-5" />
        ) : (
          <Icon aria-hidden="true" className="size-5 shrink-0" />
        )}
        <div className="min-w-0">
          <p className="text-sm leading-5 font-semibold">{title}</p>
          {children && <div className="mt-1 text-sm text-ink-soft">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}
