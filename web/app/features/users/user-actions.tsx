import type { UserView } from 'contract/users';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { useDeleteUser, useUpdateUser } from './use-user-changes.ts';
import { type Act, actsFor, wordsOf } from './user-acts.ts';

interface Props {
  user: UserView;
  /** Called once the user is gone. */
  onDeleted: () => Promise<void> | void;
}

/** What an admin can do to another user; each act says what it does before it is done. */
export function UserActions({ user, onDeleted }: Props) {
  const [asked, setAsked] = useState<Act>();
  const [open, setOpen] = useState(false);
  const update = useUpdateUser(user.id);
  const remove = useDeleteUser(user.id, onDeleted);
  const busy = update.isPending || remove.isPending;
  const words = asked && wordsOf(asked, `${user.first_name} ${user.last_name}`);

  const carryOut = () => {
    const onSettled = () => setOpen(false);
    if (asked === 'delete') remove.mutate(undefined, { onError: onSettled });
    else if (asked) update.mutate(changeOf[asked], { onSettled });
  };

  return (
    <div className="flex flex-wrap gap-3">
      {[...actsFor(user), 'delete' as const].map((act, position) => (
        <Button
          // The button stays where it is while what it does turns into its opposite.
          key={position === 2 ? 'delete' : position}
          tone={act === 'delete' ? 'danger-quiet' : 'secondary'}
          onClick={() => {
            setAsked(act);
            setOpen(true);
          }}
        >
          {wordsOf(act, '').label}
        </Button>
      ))}
      {words && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={words.title}
          dismissLabel="Keep as it is"
          confirmLabel={busy ? words.doing : words.confirm}
          tone={words.tone}
          loading={busy}
          onConfirm={carryOut}
        >
          {words.consequences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
      )}
    </div>
  );
}

const changeOf = {
  promote: { role: 'admin' },
  demote: { role: 'user' },
  activate: { isActive: true },
  deactivate: { isActive: false },
} as const;
