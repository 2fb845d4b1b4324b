import { brand } from 'contract/brand';
import * as messages from 'contract/messages';
import { MailedLinkForm } from '../../features/session/mailed-link-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';
import { secretPage } from './secret-page.ts';

export const meta = () => [
  ...secretPage,
  ...pageMeta('Confirm your new email', `Change the email of your ${brand.company} account.`),
];

/** /confirm-email (product A409) */
export default function ConfirmEmail() {
  return (
    <>
      <AuthTitle
        title="Confirm your new email"
        text="One press, and this is the email of your account."
      />
      <MailedLinkForm
        label="Confirm new email"
        load={() => import('../../features/session/confirm-email-submission.ts')}
        logMessage="Confirming the new email failed"
        done={messages.emailChanged}
      />
    </>
  );
}
