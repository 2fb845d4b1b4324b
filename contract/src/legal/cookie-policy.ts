import { promised } from '../promised.ts';
import { storageKeys } from '../storage.ts';
import type { LegalDocument } from './document.ts';
import { supportLink } from './links.ts';
import { words } from './words.ts';

export const cookiePolicy: LegalDocument = {
  id: 'cookie-policy',
  summary: 'This website sets no cookies. It keeps a few things in your browser so that it works.',
  sections: [
    {
      id: 'no-cookies',
      title: 'No cookies',
      blocks: [
        words`
          This website sets no cookies at all, and nothing on it comes from another company's
          server. There is no analytics and no advertising. That is why you see no cookie banner.
        `,
      ],
    },
    {
      id: 'what-is-stored',
      title: 'What we keep in your browser',
      blocks: [
        words`
          Some things are kept in your browser's own storage. They are strictly necessary for what
          you ask of the website, so the law does not ask for your consent to them.
        `,
        {
          head: ['Name', 'What it is for', 'Until'],
          rows: [
            [
              [{ code: storageKeys.token }],
              'Local storage. Proves to our server that you are logged in.',
              `You log out, or after ${promised.sessionHours} hours`,
            ],
            [
              [{ code: storageKeys.user }],
              'Local storage. Your name, email, role and whether you hold a subscription, so that pages can show them.',
              `You log out, or after ${promised.sessionHours} hours`,
            ],
            [
              [{ code: storageKeys.device }],
              'Local storage. That you have logged in from this device before, so that nobody who guesses at your password elsewhere can keep you out.',
              `You remove it in your browser; it counts for nothing ${promised.knownDeviceDays} days after you last logged in`,
            ],
            [
              [{ code: storageKeys.view }],
              'Session storage, for our staff alone. The account that somebody of us is looking at in that tab, to help its owner.',
              `${promised.viewMinutes} minutes are over, or they stop looking`,
            ],
            [
              [{ code: storageKeys.selectedPlan }],
              'Local storage. The plan you chose before you logged in.',
              'It has been shown to you on the plans page',
            ],
            [
              [{ code: storageKeys.checkoutSession }],
              'Local storage. The number of the payment page that you were sent to.',
              'The payment is confirmed',
            ],
            [
              [{ code: storageKeys.signedOut }],
              'Session storage. That you have just logged out, so that the next page can tell you so.',
              'It has told you',
            ],
          ],
        },
      ],
    },
    {
      id: 'what-is-not-stored',
      title: 'What we do not keep there',
      blocks: [
        'Nothing else is kept in your browser. In particular, none of this is:',
        {
          list: [
            'your password, or any card details',
            'which products you hold, what you paid, or anything about a patient',
            'anything that recognises you on another website, or here while you are not logged in, but for the mark of a known device, which is read when you log in',
            'which pages you read, or how you came to us',
          ],
        },
      ],
    },
    {
      id: 'other-sites',
      title: 'Other websites',
      blocks: [
        words`
          Stripe's payment pages, our product sites, the chat and the forms we link to are websites
          of their own. They may set cookies under their own policies once you open them.
        `,
      ],
    },
    {
      id: 'consent',
      title: 'Consent',
      blocks: [
        words`
          Non-essential cookies need consent. Should we ever want to use one, for example to count
          visits, we ask you first, set nothing before you have agreed, and let you change your mind
          just as easily.
        `,
      ],
    },
    {
      id: 'control',
      title: 'How to remove what is stored',
      blocks: [
        words`
          Log out, or clear the data of this website in your browser's settings. Logging out leaves
          the mark of a known device; clearing the data removes it, too. You then need to log in
          again, once the data is cleared as from a new device. Nothing else is lost. Questions: ${supportLink}.
        `,
      ],
    },
  ],
};
