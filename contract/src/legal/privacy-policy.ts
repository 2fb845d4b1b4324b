import { brand } from '../brand.ts';
import { inWords, promised } from '../promised.ts';
import type { LegalDocument } from './document.ts';
import { cookieLink, icoLink, phoneLink, stripeLink, supportLink } from './links.ts';
import { processors, retention } from './privacy-tables.ts';
import { words } from './words.ts';

const { portfolio, cataract } = brand.products;

export const privacyPolicy: LegalDocument = {
  id: 'privacy-policy',
  summary:
    'What we know about you, why, where it is kept and for how long, and what you can ask of us.',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        words`
          ${brand.address} ("${brand.company}", "we") runs this website and sells subscriptions to
          ${portfolio.name}, ${cataract.name} and both together as ${brand.products.combined.name}. We
          are the controller of the personal data described here, under the UK General Data
          Protection Regulation (UK GDPR) and the Data Protection Act 2018.
        `,
        words`
          Write to ${supportLink} about anything in this policy, or call ${phoneLink}.
        `,
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      blocks: [
        {
          list: [
            words`
              ${{ strong: 'Your account:' }} first name, last name, email, role, whether the account
              is active, and when it was made and changed. Your password is stored only as an
              argon2id hash, from which it cannot be read back.
            `,
            words`
              ${{ strong: 'Two-step login, if you set it up:' }} the key of your authenticator app,
              encrypted, the public keys of your passkeys, when each was last used, and your recovery
              codes as hashes.
            `,
            words`
              ${{ strong: 'Your sessions:' }} when you logged in, in which browser and on which
              system, when the session was last used and when it ends. A session lasts
              ${promised.sessionHours} hours.
            `,
            words`
              ${{ strong: 'Your subscriptions and payments:' }} what you subscribed to, trial and
              renewal dates, amounts, and whether a payment succeeded, failed or was refunded; of
              the card that is charged its brand, its last four digits and when it expires. Who your
              invoices are made out to is kept by Stripe alone.
            `,
            words`
              ${{ strong: 'What you agreed to:' }} which version of our legal texts, when and from
              which network address, what you were told when you chose a plan, and the email that
              confirmed your subscription.
            `,
            words`
              ${{ strong: 'A mark of the card of a free trial:' }} a code from which the card cannot
              be told, so that a card has one trial of each product, also where an account is deleted
              and another one made.
            `,
            words`
              ${{ strong: 'Emails to you:' }} that an email about your account was sent, when, and
              to which address. What was in it is erased from our records once it is sent,
              apart from the confirmation of a subscription, which we keep with what you agreed to.
            `,
            words`
              ${{ strong: 'Security records:' }} log-ins, refused attempts, changes made by
              administrators and what they looked at, with the time and the network address they came from.
            `,
            words`
              ${{ strong: 'What you write to us:' }} messages to support and requests for the
              ${brand.assistant.name}.
            `,
          ],
        },
        words`
          Card details are typed on a page of Stripe, our payment provider. Card numbers and security
          codes never reach our servers. We use no analytics, no advertising and no tracking of any kind.
        `,
      ],
    },
    {
      id: 'why-we-use-it',
      title: 'Why we use it, and our legal grounds',
      blocks: [
        {
          head: ['Purpose', 'Legal ground'],
          rows: [
            [
              'To open and run your account, provide what you subscribed to, take payment and send the emails that belong to it',
              'Our contract with you',
            ],
            ['To keep payment, tax and accounting records', 'A legal obligation'],
            [
              'To keep accounts safe, prevent misuse, answer your messages and defend legal claims',
              'Our legitimate interests in a safe and reliable service',
            ],
            ['Anything that is not essential', 'Your consent, asked for first'],
          ],
        },
        words`
          We send no marketing emails without your consent. We do not sell personal data, and no
          decision with legal effect is made about you by a machine alone.
        `,
      ],
    },
    {
      id: 'patient-information',
      title: 'Information about patients',
      blocks: [
        words`
          This website asks for no information about patients. When you or your organisation put
          patient information into ${portfolio.name} or ${cataract.name}, you or your organisation are
          its controller and we are the processor: we handle it only on your instructions, keep it
          confidential and encrypted, help you to answer patients' requests, tell you of a breach
          without undue delay, and return or delete it when the service ends.
        `,
        words`Remove whatever identifies a patient before you upload evidence to your portfolio.`,
      ],
    },
    {
      id: 'who-receives-it',
      title: 'Who receives it',
      blocks: [
        words`
          Only those who need it to provide the service, under a written contract, and authorities
          where the law obliges us.
        `,
        processors,
        words`How Stripe uses payment data is described at ${stripeLink}.`,
      ],
    },
    {
      id: 'where-it-is-kept',
      title: 'Where it is kept',
      blocks: [
        words`
          Your data is stored in the United Kingdom or the European Union (UK/EU). Where a processor
          such as Stripe also handles data elsewhere, it does so under UK adequacy regulations or
          the UK's international data transfer addendum.
        `,
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [retention],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        words`
          Connections are encrypted. Passwords are stored as argon2id hashes. A new password, a
          log-out or a deactivated account ends its sessions at once. A link to reset a password
          works once, for ${promised.resetLinkMinutes} minutes. Only administrators can see the accounts of others, and what
          they change is recorded. If a breach is likely to put your rights at high risk, we tell
          you without undue delay, and the Information Commissioner's Office within ${promised.breachHours} hours where
          the law asks for it.
        `,
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        words`Under UK GDPR you may ask us to:`,
        {
          list: [
            'give you a copy of your data, and hand it on in a common format',
            'correct what is wrong or incomplete',
            'delete your data, or restrict how we use it',
            'stop a use that rests on our legitimate interests',
            'take back a consent at any time, as easily as it was given',
          ],
        },
        words`
          A copy of your data, and the deletion of your account, you can have yourself at any time:
          log in and choose Account. For anything else write to ${supportLink}. It is free of charge,
          and we answer within ${inWords(promised.answerMonths)} month. We may ask you to show that the account is yours.
        `,
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        words`
          Please tell us first: we acknowledge a complaint about personal data within ${promised.complaintDays} days and
          tell you the outcome. You can complain to the Information Commissioner's Office (ICO) at
          any time: ${icoLink}, telephone 0303 123 1113.
        `,
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        words`
          The dates at the top say since when we have this policy and when it was last changed. We
          tell account holders by email before a change that matters takes effect. What we keep in
          your browser is described in the ${cookieLink}.
        `,
      ],
    },
  ],
};
