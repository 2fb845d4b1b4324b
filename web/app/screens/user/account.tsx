import { AccountHistory } from '../../features/account/account-history.tsx';
import { ChangeEmail } from '../../features/account/change-email.tsx';
import { ChangeName } from '../../features/account/change-name.tsx';
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
  const person = usePerson();
  const { email, email_verified, role, second_factor_needed: isFirst } = person;
  return (
    <>
      <PageHeader
        title="Account"
        text="Where you are logged in, who your invoices are for, and what we know about you."
      />
      {isFirst && (
        <Notice tone="warn" title="Set up two-step login first">
          {role === 'admin'
            ? 'Admins log in with two steps. The other pages open once it is set up.'
            : 'Everybody logs in with two steps here. The other pages open once it is set up.'}
        </Notice>
      )}
      {!isFirst && <ChangeName {...person} />}
      {!isFirst && <ChangeEmail email={email} isVerified={email_verified} />}
      {!isFirst && <ChangePassword email={email} />}
      <TwoStepLogin email={email} />
      {!isFirst && <OtherSections email={email} />}
    </>
  );
}

function OtherSections({ email }: { email: string }) {
  const { data } = useSubscriptions();
  const running = data?.subscriptions.filter(isRunning).map(({ product_name }) => product_name);
  return (
    <>
      <SessionsSection />
      <AccountHistory />
      <InvoiceDetailsSection />
      <YourData email={email} />
      <AgreementsSection />
      <DeleteAccount running={running} credit={data?.credit} />
    </>
  );
}
