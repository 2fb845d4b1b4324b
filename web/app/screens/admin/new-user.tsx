import { inWords, retention } from 'contract/retention';
import { useNavigate } from 'react-router';
import { useCreateUser } from '../../features/users/use-user-changes.ts';
import { UserForm } from '../../features/users/user-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { BackLink } from '../../ui/signed-in/back-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';

export const meta = () => pageMeta('Create user');

/** /admin/users/new: an account for somebody else, who sets the password. */
export default function NewUser() {
  const navigate = useNavigate();
  const { mutateAsync } = useCreateUser();
  return (
    <div className="mx-auto max-w-2xl space-y-5 sm:space-y-6">
      <BackLink to="/admin/users">All users</BackLink>
      <PageHeader
        title="Create user"
        text={`A mail with a link to set the password goes to the address you enter. The link works once, for ${inWords(retention.resetLink)}.`}
      />
      <Card>
        <UserForm
          label="Create user"
          withRole
          submitLabel="Create user"
          send={async (values) => {
            const { id } = await mutateAsync(values);
            await navigate(`/admin/users/${id}`, { replace: true });
          }}
        >
          <ButtonLink tone="secondary" to="/admin/users">
            Cancel
          </ButtonLink>
        </UserForm>
      </Card>
    </div>
  );
}
