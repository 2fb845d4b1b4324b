import type { UserView } from 'contract/users';
import { useState } from 'react';
import { actionText, availableActions, type UserAction } from '../../lib/user-action-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { useDeleteUser, useUpdateUser } from './use-user-changes.ts';

interface Props {
  user: UserView;
  /** Called once the user is gone. */
  onDeleted: () => Promise<void> | void;
}

/** What an admin can do to another user; each action says what it does before it is done. */
export function UserActions({ user, onDeleted }: Props) {
  const [asked, setAsked] = useState<UserAction>();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(false);
  const update = useUpdateUser(user.id);
  const remove = useDeleteUser(user.id, onDeleted);
  const busy = update.isPending || remove.isPending;
  const text = asked && actionText(asked, `${user.first_name} ${user.last_name}`);

  const perform = () => {
    const onSettled = () => setOpen(false);
    if (asked === 'delete') remove.mutate(undefined, { onError: onSettled });
    else if (asked) {
      const ending = asked === 'deactivate' && chosen && { end_subscriptions: true };
      update.mutate({ ...changeOf[asked], ...ending }, { onSettled });
    }
  };

  return (
    <div className="flex flex-wrap gap-3">
      {[...availableActions(user), 'delete' as const].map((action, position) => (
        <Button
          // The button stays where it is while what it does turns into its opposite.
          key={position === 2 ? 'delete' : position}
          tone={action === 'delete' ? 'danger-quiet' : 'secondary'}
          onClick={() => {
            setAsked(action);
            setChosen(false);
            setOpen(true);
          }}
        >
          {actionText(action, '').label}
        </Button>
      ))}
      {text && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={text.title}
          dismissLabel="Keep as it is"
          confirmLabel={busy ? text.doing : text.confirm}
          tone={text.tone}
          loading={busy}
          onConfirm={perform}
        >
          {text.consequences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {text.choice && (
            <Checkbox
              label={text.choice}
              checked={chosen}
              onChange={({ target }) => setChosen(target.checked)}
            />
          )}
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
