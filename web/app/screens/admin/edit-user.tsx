import type { UserView } from 'contract/users';
import { useState } from 'react';
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
  const { data: user, error, isFetching, refetch } = useUser(id);
  return (
    <div className="mx-auto max-w-2xl space-y-5 sm:space-y-6">
      <BackLink to={`/admin/users/${id}`}>Back to the user</BackLink>
      <PageHeader
        title="Edit user"
        text="A new email is what the user logs in with from then on."
      />
      <Card>
        {!user && error && (
          <ErrorState
            message={error.message}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!user && !error && <SkeletonRows rows={3} height="h-22" />}
        {user && <EditForm key={id} user={user} />}
      </Card>
    </div>
  );
}

/** The fields begin with the user as found first, whatever another admin changes meanwhile. */
function EditForm({ user }: { user: UserView }) {
  const person = usePerson();
  const navigate = useNavigate();
  const [found] = useState(user);
  const { mutateAsync } = useUpdateUser(found.id);
  const page = `/admin/users/${found.id}`;
  const withRole = found.id !== person.id;
  return (
    <UserForm
      label="Edit user"
      user={found}
      withRole={withRole}
      submitLabel="Save changes"
      send={async ({ role, ...details }) => {
        // A role that is not changed here is left out: another admin may have changed it since.
        const isChanged = withRole && role !== found.role;
        await mutateAsync(isChanged ? { ...details, role } : details);
        await navigate(page, { replace: true });
      }}
    >
      <ButtonLink tone="secondary" to={page}>
        Cancel
      </ButtonLink>
    </UserForm>
  );
}
