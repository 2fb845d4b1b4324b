import { ChangePassword } from '../../features/account/change-password.tsx';
import { DeleteAccount } from '../../features/account/delete-account.tsx';
import { InvoiceDetailsSection } from '../../features/account/invoice-details.tsx';
import { YourData } from '../../features/account/your-data.tsx';
import { AgreementsSection } from '../../features/agreements/agreements-section.tsx';
import { TwoStepLogin } from '../../features/second-factors/two-step-login.tsx';
import { SessionsSection } from '../../features/sessions/sessions-section.tsx';
import { useSubscriptions } from '../../features/subscriptions/use-subscriptions.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { isRunning } from '../../lib/subscription-badge.ts';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Account');

/** /user/account: what concerns the account itself, a section each. */
export default function Account() {
  const { email, second_factor_needed } = usePerson();
  const { data } = useSubscriptions();
  const running = data?.subscriptions.filter(isRunning).map(({ product_name }) => product_name);
  return (
    <>
      <PageHeader
        title="Account"
        text="Where you are logged in, who your invoices are for, and what we know about you."
      />
      {second_factor_needed && (
        <Notice tone="warn" title="Set up two-step login first">
          Admins log in with two steps. The admin pages open once it is set up.
        </Notice>
      )}
      <ChangePassword email={email} />
      <TwoStepLogin email={email} />
      <SessionsSection />
      <InvoiceDetailsSection />
      <YourData email={email} />
      <AgreementsSection />
      <DeleteAccount running={running} />
    </>
  );
}
