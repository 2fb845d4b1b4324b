import { brand } from 'contract/brand';
import { MailedLinkForm } from '../../features/session/mailed-link-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';
import { secretPage } from './secret-page.ts';

export const meta = () => [
  ...secretPage,
  ...pageMeta('Confirm your email', `Confirm the email of your ${brand.company} account.`),
];

/** /verify-email (product A404) */
export default function VerifyEmail() {
  return (
    <>
      <AuthTitle
        title="Confirm your email"
        text="One press, and your products can be opened with this account."
      />
      <MailedLinkForm
        label="Confirm email"
        load={() => import('../../features/session/verify-email-submission.ts')}
        logMessage="Confirming the email failed"
        done="Your email is confirmed. Thank you."
      />
    </>
  );
}
