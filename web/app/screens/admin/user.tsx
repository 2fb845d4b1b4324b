import Pencil from 'lucide-react/icons/pencil';
import { useNavigate, useParams } from 'react-router';
import { SessionsSection } from '../../features/sessions/sessions-section.tsx';
import { AccessCard } from '../../features/users/access-card.tsx';
import { Timeline } from '../../features/users/timeline.tsx';
import { useUser, useUserHistory } from '../../features/users/use-user.ts';
import { UserActions } from '../../features/users/user-actions.tsx';
import { UserBilling } from '../../features/users/user-billing.tsx';
import { UserDetails } from '../../features/users/user-details.tsx';
import { UserSupport } from '../../features/users/user-support.tsx';
import { HttpError } from '../../lib/http-error.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { BackLink } from '../../ui/signed-in/back-link.tsx';
import { Card, SectionCard } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { Skeleton, SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { ArrowLink } from '../../ui/text-link.tsx';
import { usePerson } from '../shell/use-person.ts';
import { MissingUser } from './missing-user.tsx';
import { UserHoldings } from './user-holdings.tsx';

export const meta = () => pageMeta('User');

/** /admin/users/:id: who a user is, what is held and paid, and why there is access or not. */
export default function AdminUser() {
  const { id = '' } = useParams();
  const person = usePerson();
  const navigate = useNavigate();
  const one = useUser(id);
  const lived = useUserHistory(id);
  const user = one.data;
  const history = lived.data;
  const failed = one.error ?? lived.error;

  if (failed) {
    const retry = () => void Promise.all([one.refetch(), lived.refetch()]);
    return (
      <>
        <BackLink to="/admin/users">All users</BackLink>
        <PageHeader title="User" />
        <Card>
          {failed instanceof HttpError && failed.status === 404 ? (
            <MissingUser id={id} />
          ) : (
            <ErrorState
              message={failed.message}
              error={failed}
              onRetry={retry}
              retrying={one.isFetching || lived.isFetching}
            />
          )}
        </Card>
      </>
    );
  }

  return (
    <>
      <BackLink to="/admin/users">All users</BackLink>
      <PageHeader
        title={user ? <bdi>{`${user.first_name} ${user.last_name}`}</bdi> : 'User'}
        actions={
          <ButtonLink tone="secondary" to={`/admin/users/${id}/edit`}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit details
          </ButtonLink>
        }
      />
      <AccessCard access={history} />
      <SectionCard
        title="Details"
        action={<ArrowLink to={`/admin/audit?target=${id}`}>Audit log</ArrowLink>}
      >
        {!user && (
          <p role="status" className="sr-only">
            Loading
          </p>
        )}
        <UserDetails user={user} />
        <div className="border-t border-line p-5 sm:px-6">
          {!user && <ActionsToCome />}
          {user &&
            (id === person.id ? (
              <p className="text-sm text-muted">
                This is your own account. You cannot deactivate or delete yourself, or take the
                admin role from yourself; another admin can.
              </p>
            ) : (
              <UserActions
                user={user}
                onDeleted={() => navigate('/admin/users', { replace: true })}
              />
            ))}
        </div>
      </SectionCard>
      <UserBilling
        id={id}
        name={user ? `${user.first_name} ${user.last_name}` : 'this user'}
        billing={history}
        isRunning={history?.subscriptions.some(isRunning) ?? false}
      />
      <UserHoldings id={id} history={history} />
      {id !== person.id && (
        <UserSupport
          id={id}
          name={user ? `${user.first_name} ${user.last_name}` : 'this user'}
          isSeen={user?.role === 'user' && user.isActive}
          help={history}
        />
      )}
      <SessionsSection
        user={{ id, name: user ? `${user.first_name} ${user.last_name}` : 'this user' }}
      />
      <SectionCard title="Timeline">
        {history ? (
          <Timeline entries={history.timeline} />
        ) : (
          <SkeletonRows rows={3} height="h-17.5" />
        )}
      </SectionCard>
    </>
  );
}

/** The buttons that come, as wide as they are. */
function ActionsToCome() {
  return (
    <div className="flex flex-wrap gap-3">
      {['w-32', 'w-36', 'w-28'].map((width) => (
        <Skeleton key={width} className={`h-11 ${width}`} />
      ))}
    </div>
  );
}

const isRunning = ({ status }: { status: string }) => status === 'active' || status === 'trial';
