import { inWords, promised } from 'contract/promised';

/** A setting of the account that the code relies on and that Stripe's API neither tells nor changes. */
interface AccountSetting {
  wanted: string;
  /** Where it is in Stripe's dashboard. */
  place: string;
}

const billing = 'https://dashboard.stripe.com/settings/billing/automatic';
const mails = 'https://dashboard.stripe.com/settings/emails';

/** What is to be looked at by hand, once, in each of Stripe's modes. */
const accountSettings: readonly AccountSetting[] = [
  {
    wanted: `Failed payments are tried again, four times in ${inWords(promised.retryWeeks)} weeks`,
    place: `${billing}, Manage failed payments, Retry policy`,
  },
  {
    wanted: 'When all retries have failed, the subscription is cancelled',
    place: `${billing}, Manage failed payments, Subscription status`,
  },
  {
    wanted: 'When a payment is disputed, the subscription is cancelled at once, without prorating',
    place: `${billing}, Manage disputed payments`,
  },
  {
    wanted:
      'No mails of Stripe about trials, renewals, failed payments and expiring cards: ours go',
    place: `${billing}, Customer emails`,
  },
  {
    wanted: 'No mails of Stripe for successful payments and refunds: receipts are ours',
    place: `${mails}, Customer emails`,
  },
  {
    wanted: 'Cards on; methods that settle days later off, such as Bacs and SEPA debits',
    place: 'https://dashboard.stripe.com/settings/payment_methods',
  },
  {
    wanted: 'No login link to the customer portal: our pages lead there',
    place:
      'https://dashboard.stripe.com/settings/billing/portal, Launch customer portal with a link',
  },
];

/** The list as lines for a terminal. */
export function settingsToLookAt(): string[] {
  const places = accountSettings.flatMap(({ wanted, place }) => [`- ${wanted}`, `  ${place}`]);
  return [
    "Stripe's API does not tell these settings of the account. Look at each once, in live mode:",
    ...places,
  ];
}
