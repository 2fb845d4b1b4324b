import { promised } from 'contract/promised';
import { useRef } from 'react';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { Fact, factHeight } from './fact.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useResetFactors, useSeeAs } from './use-user-changes.ts';

interface Props {
  id: string;
  name: string;
  /** Whether there are pages of a user to see. */
  isSeen: boolean;
  /** What there is to help with; not known until it has come. */
  help?: { two_step_login: boolean };
}

/** What an admin can do for a user who asks for help. */
export function UserSupport({ id, name, isSeen, help }: Props) {
  const reset = useResetFactors(id);
  const see = useSeeAs(id);
  const place = useRef<HTMLUListElement>(null);
  return (
    <SectionCard title="Support">
      {!help && <SkeletonRows rows={2} height={factHeight} />}
      {help && (
        <ul ref={place} tabIndex={-1} className="divide-y divide-line text-sm outline-none">
          <Fact
            name="What they see"
            note={
              isSeen
                ? `Their own pages, to read only, for ${promised.viewMinutes} minutes. They are told in their account.`
                : 'Neither admins nor deactivated users can be seen as.'
            }
          >
            <ReasonDialog
              isOffered={isSeen}
              label="See what they see"
              title={`See what ${name} sees?`}
              confirmLabel="See what they see"
              doing="Opening..."
              busy={see.isPending}
              place={place}
              onConfirm={(reason) => see.mutate(reason)}
            >
              <p>
                This tab shows the pages of {name} for {promised.viewMinutes} minutes. You can
                change nothing there, and the user reads in their account that somebody of us
                looked, when, and why.
              </p>
            </ReasonDialog>
          </Fact>
          <Fact
            name="Two-step login"
            note={
              help.two_step_login
                ? 'On. It can be reset for somebody who has lost phone, passkeys and recovery codes.'
                : 'Off. The password alone logs the user in.'
            }
          >
            <ReasonDialog
              isOffered={help.two_step_login}
              label="Reset"
              title={`Reset the two-step login of ${name}?`}
              confirmLabel="Reset"
              doing="Resetting..."
              tone="danger"
              busy={reset.isPending}
              place={place}
              onConfirm={(reason, onSettled) => reset.mutate(reason, { onSettled })}
            >
              <p>
                First make sure by another way that it is {name} who asks: call back on a number
                that you know.
              </p>
              <p>
                Apps, passkeys and recovery codes stop working, and the user is logged out
                everywhere and told by email. The password alone logs in then, until two-step login
                is set up again.
              </p>
            </ReasonDialog>
          </Fact>
        </ul>
      )}
    </SectionCard>
  );
}
