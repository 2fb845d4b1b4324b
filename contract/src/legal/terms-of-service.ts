import { brand } from '../brand.ts';
import { promised } from '../promised.ts';
import { inWords, retention } from '../retention.ts';
import type { LegalDocument } from './document.ts';
import { acceptableUseLink, phoneLink, privacyLink, supportLink } from './links.ts';
import { moneyTerms } from './terms-money.ts';
import { words } from './words.ts';

const { portfolio, cataract, combined } = brand.products;

export const termsOfService: LegalDocument = {
  id: 'terms-of-service',
  summary:
    'The agreement between you and us: who may use the service, what it costs, and how it ends.',
  sections: [
    {
      id: 'agreement',
      title: 'The agreement',
      blocks: [
        words`
          These terms are an agreement between you and ${brand.address} ("${brand.company}", "we").
          They apply to this website, your account, and your subscriptions to ${portfolio.name},
          ${cataract.name} and ${combined.name}. By ticking the box when you sign up, you agree to
          them and to the ${acceptableUseLink}.
        `,
      ],
    },
    {
      id: 'eligibility',
      title: 'Who may use the service',
      blocks: [
        words`
          You must be 18 or over and a practising healthcare professional. Patients use
          ${cataract.name} only through the access that their surgeon gives them.
        `,
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        words`
          Give your true name and an email that you read, and keep both up to date. The account is
          yours alone: do not share it. Keep your password secret, and tell us at once if you think
          that somebody else knows it. You answer for what is done with your account until you have
          told us.
        `,
        words`
          We may deactivate an account that breaks these terms. Inactive accounts may be deleted
          after ${promised.inactiveYears} years, and we tell you by email
          ${inWords(retention.firstInactivityNotice)} ahead.
        `,
      ],
    },
    {
      id: 'service',
      title: 'What we provide',
      blocks: [
        {
          list: [
            words`
              ${{ strong: `${portfolio.name}:` }} helps doctors to prepare an application through the
              portfolio pathway in ophthalmology, with progress tracking, gap analysis, a timeline
              with deadlines, document organisation and an automatic redaction tool.
            `,
            words`
              ${{ strong: `${cataract.name}:` }} a secure platform for cataract surgeons and
              patients, with time-limited access by token, file sharing, encryption and an audit
              trail.
            `,
            words`
              ${{ strong: `${combined.name}:` }} both in one subscription.
            `,
          ],
        },
        words`
          ${portfolio.name} helps you to prepare. We are not the regulator, and using it does not
          promise that an application succeeds. Check every redaction yourself before you hand a
          document on. Neither product gives medical advice or replaces your clinical judgement or
          your organisation's patient record.
        `,
        words`
          We work to keep the service available at all times and announce planned maintenance where
          we can. We may improve or change features, but we do not take away the main purpose of
          what you have paid for.
        `,
      ],
    },
    ...moneyTerms,
    {
      id: 'your-content',
      title: 'Your content',
      blocks: [
        words`
          What you upload stays yours. You allow us to store and process it only to provide the
          service. You confirm that you may use it, and that patient information in it is there with
          authority. How we handle personal data is described in the ${privacyLink}. You can take it
          out while your subscription runs.
        `,
      ],
    },
    {
      id: 'our-rights',
      title: 'Our rights',
      blocks: [
        words`
          The website, the products and their design are ours or our licensors'. While your
          subscription runs you may use them for your own professional work. You may not copy,
          resell or take apart the software, except where the law allows it.
        `,
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        words`
          Nothing in these terms limits our liability for death or personal injury caused by
          negligence, for fraud, or for anything else for which the law does not allow a limit. If
          you are a consumer, your statutory rights stay as they are.
        `,
        words`
          Apart from that, our total liability to you is capped at the subscription fees you paid in
          the last ${promised.liabilityMonths} months before the event that caused the loss. We are not liable for loss that
          neither of us could foresee, or for lost profit or business.
        `,
      ],
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      blocks: [
        words`
          You may cancel your subscriptions and ask us to delete your account at any time. We may
          end the agreement with ${promised.endNoticeDays} days' notice and then refund what you have paid for the time
          after it, or at once if you seriously break these terms or the ${acceptableUseLink}.
        `,
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        words`
          We tell you by email at least ${promised.changeNoticeDays} days before a change that matters takes effect. If you do
          not agree, you may cancel before then and we refund what you have paid for the time after.
        `,
      ],
    },
    {
      id: 'law',
      title: 'Law and disputes',
      blocks: [
        words`
          The law of England and Wales governs these terms, and its courts decide disputes. If you
          are a consumer who lives in Scotland or Northern Ireland, you may also go to the courts
          there. Please talk to us first: write to ${supportLink} or call ${phoneLink}.
        `,
      ],
    },
  ],
};
