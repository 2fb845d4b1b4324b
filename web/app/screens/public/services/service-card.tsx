import Check from 'lucide-react/icons/check';
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
      <ul className="mt-4 space-y-2 text-sm text-muted">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check
              aria-hidden="true"
              strokeWidth={2.5}
              className="mt-0.5 size-4 shrink-0 text-teal-600"
            />
            {point}
          </li>
        ))}
      </ul>
    </li>
  );
}
