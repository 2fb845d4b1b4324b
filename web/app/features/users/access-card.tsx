import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

interface Props {
  access?: { has_access: boolean; because: string };
}

/** Whether a user gets into what is sold, and why, in a sentence. */
export function AccessCard({ access }: Props) {
  const Icon = access?.has_access ? CircleCheck : CircleSlash;
  return (
    <section
      aria-labelledby="access"
      aria-busy={access === undefined || undefined}
      className={clsx(
        'flex items-start gap-4 rounded-card border p-5 sm:p-6',
        access?.has_access ? 'border-good-line bg-good-soft' : 'border-line bg-white',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('mt-0.5 size-6 shrink-0', access?.has_access ? 'text-good' : 'text-muted')}
      />
      <div className="min-w-0 grow">
        <h2 id="access" className="font-semibold tracking-tight">
          {access ? (access.has_access ? 'Has access' : 'No access') : 'Access'}
        </h2>
        {access ? (
          <p className="mt-1 text-ink-soft wrap-anywhere">{access.because}</p>
        ) : (
          <Skeleton className="mt-1.5 mb-0.5 h-5 w-3/4 max-sm:mb-6.5" />
        )}
      </div>
    </section>
  );
}
