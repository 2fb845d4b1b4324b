import { clsx } from 'clsx';
import type { UserView } from 'contract/users';
import { ToggleSwitch } from '../../ui/signed-in/toggle-switch.tsx';
import { useUserStatus } from './use-user-status.ts';

/** Activates and deactivates a user at once (product D33). Nobody switches themselves off. */
export function StatusSwitch({ user, isOwn }: { user: UserView; isOwn: boolean }) {
  const { mutate, isPending } = useUserStatus(user.id);
  return (
    <span className="inline-flex items-center gap-3 align-middle">
      <ToggleSwitch
        label={`${user.first_name} ${user.last_name} is active`}
        checked={user.isActive}
        disabled={isOwn}
        busy={isPending}
        onChange={() => mutate(!user.isActive)}
      />
      <span
        aria-hidden="true"
        className={clsx('max-sm:hidden', user.isActive ? 'text-good' : 'text-muted')}
      >
        {user.isActive ? 'Active' : 'Inactive'}
      </span>
    </span>
  );
}
