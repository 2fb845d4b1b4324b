import { TickList } from '../../../ui/tick-list.tsx';
import type { Service } from './services-text.ts';

/** One kind of project and what comes with it. */
export function ServiceCard({ icon: Icon, title, text, points }: Service) {
  return (
    <li>
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-teal-600" />
        <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
      </div>
      <p className="mt-3 leading-relaxed text-ink-soft">{text}</p>
      <TickList points={points} className="mt-4 space-y-2 text-muted" />
    </li>
  );
}
