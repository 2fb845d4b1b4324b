/** Who handles personal data for us. */
export const processors = {
  head: ['Processor', 'What it does', 'What it receives'],
  rows: [
    [
      'Stripe',
      'Takes card payments, keeps card details, sends the hosted payment pages',
      'Name, email, subscription and payment details; your card details directly from you',
    ],
    [
      'Our email provider',
      'Delivers the emails of your account, over SMTP',
      'Your email and what the message says',
    ],
    [
      'Our hosting provider',
      'Runs our servers and database in the UK/EU',
      'Everything listed above, except card details',
    ],
  ],
} as const;

/** How long each kind of data is kept. */
export const retention = {
  head: ['Data', 'Kept for'],
  rows: [
    [
      'Your account',
      'Until you ask us to delete it. Inactive accounts may be deleted after 5 years.',
    ],
    ['Sessions', '8 hours at most; deleted within the hour after'],
    ['Links to reset a password', '30 minutes, or until used; deleted within the hour after'],
    [
      'Payment records',
      'Six years, as tax law asks. If your account is deleted before then, they are kept without your name and email.',
    ],
    ['Security records', 'Up to six years, the time in which legal claims can be made'],
    ['Messages to support', 'Two years after the last message'],
  ],
} as const;
