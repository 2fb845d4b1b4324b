import { clsx } from 'clsx';
import type { UserView } from 'contract/users';
import { useState } from 'react';
import { actionText } from '../../lib/user-action-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { ToggleSwitch } from '../../ui/signed-in/toggle-switch.tsx';
import { useUserStatus } from './use-user-status.ts';

/**
 * Activates a user at once, and asks before it deactivates one (product D33). Nobody switches
 * themselves off.
 */
export function StatusSwitch({ user, isOwn }: { user: UserView; isOwn: boolean }) {
  const { mutate, isPending } = useUserStatus(user.id);
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState(false);
  const name = `${user.first_name} ${user.last_name}`;
  const text = actionText('deactivate', name);
  const ask = () => {
    setChosen(false);
    setAsking(true);
  };
  const deactivate = () => {
    const ending = chosen && { end_subscriptions: true };
    mutate({ isActive: false, ...ending }, { onSettled: () => setAsking(false) });
  };
  return (
    <span className="inline-flex items-center gap-3 align-middle">
      <ToggleSwitch
        label={`${name} is active`}
        checked={user.isActive}
        disabled={isOwn}
        busy={isPending}
        onChange={() => (user.isActive ? ask() : mutate({ isActive: true }))}
      />
      <span
        aria-hidden="true"
        className={clsx('max-sm:hidden', user.isActive ? 'text-good' : 'text-muted')}
      >
        {user.isActive ? 'Active' : 'Inactive'}
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text.title}
        dismissLabel="Keep as it is"
        confirmLabel={isPending ? text.doing : text.confirm}
        tone={text.tone}
        loading={isPending}
        onConfirm={deactivate}
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
    </span>
  );
}
