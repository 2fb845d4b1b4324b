import type { SessionUser } from 'contract/accounts';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { Link } from 'react-router';
import { initials } from '../../lib/initials.ts';
import { readView } from '../../lib/view.ts';
import { Avatar } from '../../ui/signed-in/avatar.tsx';
import { Dropdown } from '../../ui/signed-in/dropdown.tsx';
import { signOut } from './sign-out.ts';

/** Initials, name and role; opens e-mail, the account and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const role = user.role === 'admin' ? 'Admin' : 'User';
  return (
    <Dropdown
      trigger={
        <>
          <Avatar initials={initials(user.first_name, user.last_name)} />
          <span className="sr-only min-w-0 sm:not-sr-only">
            <span className="block max-w-52 truncate text-sm leading-5 font-semibold">{name}</span>
            <span className="block text-xs text-muted">{role}</span>
          </span>
        </>
      }
    >
      <div className="border-b border-line px-3 pt-2 pb-3">
        <p className="text-sm font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{user.email}</p>
        <p className="mt-1 text-xs font-medium text-teal-700">{role}</p>
      </div>
      <Link
        to="/user/account"
        className="mt-1.5 flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium hover:bg-teal-50 hover:text-teal-800"
      >
        <UserRound aria-hidden="true" className="size-4" />
        Account
      </Link>
      <button
        type="button"
        onClick={signOut}
        className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-sm font-medium hover:bg-teal-50 hover:text-teal-800"
      >
        <LogOut aria-hidden="true" className="size-4" />
        {readView() ? 'Back to my own pages' : 'Sign out'}
      </button>
    </Dropdown>
  );
}
