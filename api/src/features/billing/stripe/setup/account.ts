import Stripe from 'stripe';

const settings = 'https://dashboard.stripe.com/settings';
const status = 'https://dashboard.stripe.com/account/status';
const details = `${settings}/account`;
const business = `${settings}/business-details`;
const publicDetails = `${settings}/public`;
const payouts = `${settings}/payouts`;

/** What is wrong with the account, and where in Stripe's dashboard it is put right. */
interface AccountFault {
  fault: string;
  place: string;
}

/**
 * What of an account is not as the code, or a customer who reads its pages and statements, needs it.
 * None of it can be set through Stripe's API for an account of one's own.
 */
export function accountFaults(account: Stripe.Account): AccountFault[] {
  const { business_profile: profile, settings: set, requirements, capabilities } = account;
  const cards = capabilities?.card_payments ?? 'active';
  const due = requirements?.currently_due ?? [];
  const faults: [boolean, string, string][] = [
    [
      !account.charges_enabled,
      `The account may not charge: ${requirements?.disabled_reason ?? 'it is not activated'}`,
      status,
    ],
    [cards !== 'active', `Payments by card are ${cards}`, `${settings}/payment_methods`],
    [!account.payouts_enabled, 'Nothing is paid out to a bank account', payouts],
    [due.length > 0, `Stripe waits for ${due.join(', ')}${deadlineOf(requirements)}`, status],
    [
      account.country !== 'GB',
      `The account is of ${account.country ?? 'no country'}: prices, terms and the days of a date are those of GB. A country cannot be changed; open another account`,
      details,
    ],
    [
      account.default_currency !== 'gbp',
      `Its currency is ${account.default_currency ?? 'none'}: what is paid in pounds is exchanged, at a fee. Add a bank account in pounds`,
      payouts,
    ],
    [!profile?.name, 'No business name, which customers read on Stripe’s pages', business],
    [!profile?.url, 'No website of the business', business],
    [
      !(profile?.support_email || profile?.support_phone || profile?.support_url),
      'No e-mail, phone number or page for support, for receipts and the portal',
      publicDetails,
    ],
    [
      !set?.payments.statement_descriptor,
      'No statement descriptor: who does not know a line of a statement disputes it',
      publicDetails,
    ],
  ];
  return faults.filter(([isSo]) => isSo).map(([, fault, place]) => ({ fault, place }));
}

function deadlineOf(requirements: Stripe.Account['requirements']): string {
  const deadline = requirements?.current_deadline;
  if (!deadline) return '';
  return `, by ${new Date(deadline * 1_000).toISOString().slice(0, 10)}`;
}

/** Reads the account of a key and says in lines for a terminal what is wrong with it. */
export async function describeAccount(stripe: Stripe): Promise<string[]> {
  const account = await stripe.accounts.retrieveCurrent().catch((error: unknown) => {
    // A restricted key; what it needs for the rest, it has shown.
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  });
  if (!account) {
    return [`This key may not read the account: look at ${details} whether it may charge.`];
  }
  const faults = accountFaults(account);
  if (faults.length === 0)
    return ['The account may charge, pays out in pounds and has its details.'];
  return [
    'Of the account of this key is wrong, and only to be put right in the dashboard:',
    ...faults.flatMap(({ fault, place }) => [`- ${fault}`, `  ${place}`]),
  ];
}
