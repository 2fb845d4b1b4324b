import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';

/** Short points, each with a tick before it. `className` gives the rhythm and colour around them. */
export function TickList({ points, className }: { points: readonly string[]; className: string }) {
  return (
    <ul className={clsx('text-sm', className)}>
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
  );
}
