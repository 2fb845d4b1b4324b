import * as messages from 'contract/messages';
import UserX from 'lucide-react/icons/user-x';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';

/** What stands for a user who is not there, with the ways to what is kept of a deleted one. */
export function MissingUser({ id }: { id: string }) {
  const kept = [
    { to: `/admin/subscriptions?user=${id}`, label: 'Subscriptions' },
    { to: `/admin/payments?user=${id}`, label: 'Payments' },
    { to: `/admin/audit?target=${id}`, label: 'Audit log' },
  ];
  return (
    <div role="alert">
      <EmptyState
        icon={UserX}
        title={messages.notFound}
        text="There is no such user, or the account has been deleted. What a deleted user held and paid is kept without the name."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {kept.map(({ to, label }) => (
              <ButtonLink key={to} tone="secondary" to={to}>
                {label}
              </ButtonLink>
            ))}
          </div>
        }
      />
    </div>
  );
}
