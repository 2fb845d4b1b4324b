import { useNavigate, useParams } from 'react-router';
import { useUser } from '../../features/users/use-user.ts';
import { useUpdateUser } from '../../features/users/use-user-changes.ts';
import { UserForm } from '../../features/users/user-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { BackLink } from '../../ui/signed-in/back-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Edit user');

/** /admin/users/:id/edit */
export default function EditUser() {
  const { id = '' } = useParams();
  const person = usePerson();
  const navigate = useNavigate();
  const { data: user, error, isFetching, refetch } = useUser(id);
  const { mutateAsync } = useUpdateUser(id);
  const withRole = id !== person.id;
  return (
    <div className="mx-auto max-w-2xl space-y-5 sm:space-y-6">
      <BackLink to={`/admin/users/${id}`}>Back to the user</BackLink>
      <PageHeader
        title="Edit user"
        text="A new email is what the user logs in with from then on."
      />
      <Card>
        {error && (
          <ErrorState
            message={error.message}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!user && !error && <SkeletonRows rows={3} height="h-22" />}
        {user && !error && (
          <UserForm
            label="Edit user"
            user={user}
            withRole={withRole}
            submitLabel="Save changes"
            send={async ({ role, ...details }) => {
              await mutateAsync(withRole ? { ...details, role } : details);
              await navigate(`/admin/users/${id}`, { replace: true });
            }}
          >
            <ButtonLink tone="secondary" to={`/admin/users/${id}`}>
              Cancel
            </ButtonLink>
          </UserForm>
        )}
      </Card>
    </div>
  );
}
