import type { SessionView } from 'contract/sessions';
import { useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { useEndSessions, useSessions } from './use-sessions.ts';

interface Props {
  /** Whose they are, for an admin; one's own without. */
  user?: { id: string; name: string };
}

/** Where somebody is logged in, with the way to end each session, and all but this one. */
export function SessionsSection({ user }: Props) {
  const query = useSessions(user?.id);
  const sessions = query.data ?? [];
  const ending = useEndSessions(user?.id);
  const heading = useRef<HTMLParagraphElement>(null);
  const others = user ? sessions.length > 0 : sessions.some(({ current }) => !current);
  return (
    <SectionCard title="Sessions">
      <p
        ref={heading}
        tabIndex={-1}
        className="px-5 pt-5 text-sm leading-6 text-ink-soft sm:px-6 sm:pt-6"
      >
        {user
          ? 'Where the user is logged in. A session that is ended is out at its next click.'
          : 'Where you are logged in. If you do not know one of these, log it out and change your password.'}
      </p>
      {query.data ? (
        <ul className="my-2 divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id, { onSettled: () => heading.current?.focus() })}
            />
          ))}
          {sessions.length === 0 && (
            <li className="px-5 py-4 text-sm text-muted sm:px-6">Not logged in anywhere.</li>
          )}
        </ul>
      ) : (
        <div className="my-2">
          <QueryStates query={query} rows={2} height="h-19" />
        </div>
      )}
      {others && (
        <EndAll
          name={user?.name}
          isEnding={ending.isPending && ending.variables === undefined}
          onEnd={(close) => ending.mutate(undefined, { onSettled: close })}
          focusAfter={() => heading.current}
        />
      )}
    </SectionCard>
  );
}

interface RowProps {
  session: SessionView;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { device, place, created_at, last_used_at, current } = session;
  return (
    <li className="flex min-h-19 flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3 text-sm sm:px-6">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {place && <span className="font-normal text-ink-soft">{place}</span>}
          {current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="mt-0.5 text-muted">
          Last used <Timestamp value={last_used_at} />
          <span className="mx-1.5" aria-hidden="true">
            ·
          </span>
          <span className="inline-block">
            logged in <Timestamp value={created_at} />
          </span>
        </p>
      </div>
      {!current && (
        <Button
          tone="secondary"
          size="small"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`Log out ${place ? `${device}, ${place}` : device}`}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

interface EndAllProps {
  /** The user's; one's own others without. */
  name: string | undefined;
  isEnding: boolean;
  onEnd: (close: () => void) => void;
  focusAfter: () => HTMLElement | null;
}

function EndAll({ name, isEnding, onEnd, focusAfter }: EndAllProps) {
  const [open, setOpen] = useState(false);
  const label = name ? 'Log out everywhere' : 'Log out all other devices';
  return (
    <div className="border-t border-line p-5 sm:px-6">
      <Button tone="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={name ? `Log ${name} out everywhere?` : 'Log out all other devices?'}
        dismissLabel="Keep as it is"
        confirmLabel={isEnding ? 'Logging out...' : label}
        loading={isEnding}
        focusAfter={focusAfter}
        onConfirm={() => onEnd(() => setOpen(false))}
      >
        <p>
          {name
            ? 'All sessions of the user end at once. The password stays, and nothing of the account changes.'
            : 'You stay logged in here. Every other browser has to log in again.'}
        </p>
      </ConfirmDialog>
    </div>
  );
}
