import { clsx } from 'clsx';
import type { passwordChecklist, resetChecklist } from 'contract/password-checklists';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';

interface Props {
  password: string;
  items: typeof passwordChecklist | typeof resetChecklist;
}

/** What a good password has, ticked off while it is typed (product A23). */
export function PasswordChecklist({ password, items }: Props) {
  return (
    <ul
      aria-label="Password checklist"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-1"
    >
      {items.map(({ label, holds }) => {
        const done = holds(password);
        const Icon = done ? CircleCheck : Circle;
        return (
          <li
            key={label}
            className={clsx(
              'flex items-center gap-2 text-sm odd:last:col-span-full',
              done ? 'font-medium text-good' : 'text-muted',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {label}
            <span className="sr-only">{done ? ' (done)' : ' (not yet)'}</span>
          </li>
        );
      })}
    </ul>
  );
}
