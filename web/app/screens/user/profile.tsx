import UserRound from 'lucide-react/icons/user-round';
import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PlaceholderPage } from '../../ui/signed-in/placeholder-page.tsx';

export const meta = () => pageMeta('Profile');

/** /user/profile */
export default function Profile() {
  return (
    <PlaceholderPage
      title="Profile"
      text="Profile management features are coming soon."
      icon={UserRound}
      action={
        <ButtonLink to="/user/account" tone="secondary">
          Go to your account
        </ButtonLink>
      }
    />
  );
}
