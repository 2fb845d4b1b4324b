import { brand } from 'contract/brand';
import * as messages from 'contract/messages';
import { MailedLinkForm } from '../../features/session/mailed-link-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';
import { secretPage } from './secret-page.ts';

export const meta = () => [
  ...secretPage,
  ...pageMeta('Keep your email', `Undo a change of the email of your ${brand.company} account.`),
];

/** /undo-email (product A410) */
export default function UndoEmail() {
  return (
    <>
      <AuthTitle
        title="Keep your email"
        text="You did not ask for another one? Press the button: your account keeps this email, and everybody is logged out. Passkeys and authenticator apps added since three days before it was asked for are removed."
      />
      <MailedLinkForm
        label="Keep my email"
        load={() => import('../../features/session/undo-email-submission.ts')}
        logMessage="Undoing the change of the email failed"
        done={`${messages.emailRestored}. Whoever asked for the change knew your password: set a new one now.`}
        next={{ to: '/forgot-password', label: 'Set a new password' }}
      />
    </>
  );
}
