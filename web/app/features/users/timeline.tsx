import type { TimelineEntry } from 'contract/users';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';

/** What a result means at a glance; the words say it too. */
function toneOf(result: string): Tone {
  if (result === 'Cannot log in') return 'bad';
  return result.startsWith('Access') ? 'good' : 'neutral';
}

/** What decided about a user's access, newest first: what happened, by which rule, and its result. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="px-5 py-5 sm:px-6">
      {entries.map(({ at, event, rule, result }, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none has a state.
          key={position}
          className="relative grid gap-x-6 gap-y-1.5 pb-6 pl-7 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          {position < entries.length - 1 && (
            <span aria-hidden="true" className="absolute top-3 bottom-0 left-[5px] w-px bg-line" />
          )}
          <span
            aria-hidden="true"
            className="absolute top-1.5 left-0 size-[11px] rounded-full border-2 border-teal-600 bg-white"
          />
          <div className="min-w-0">
            <p className="text-sm font-semibold wrap-anywhere">{event}</p>
            <p className="mt-0.5 text-sm text-muted">{rule}</p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-end">
            <Badge tone={toneOf(result)}>{result}</Badge>
            <Timestamp value={at} className="text-xs text-muted" />
          </div>
        </li>
      ))}
    </ol>
  );
}
