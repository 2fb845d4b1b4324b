import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeWorld, openWorld, type World } from '../../../../testing/model/world.ts';
import { accountFaults, describeAccount } from './account.ts';

let world: World;
let account: Stripe.Account;
beforeAll(async () => {
  world = await openWorld();
  account = await world.stripe.accounts.retrieveCurrent();
});
afterAll(() => closeWorld(world));

it('nothing is wrong with an account that is in order', async () => {
  expect(accountFaults(account)).toEqual([]);
  expect(await describeAccount(world.stripe)).toEqual([expect.stringContaining('may charge')]);
});

const due = { disabled_reason: 'rejected.fraud' } as Stripe.Account.Requirements;
const profile = (parts: object) => ({
  business_profile: { ...account.business_profile, ...parts } as Stripe.Account.BusinessProfile,
});

it.each<[string, () => Partial<Stripe.Account>, string]>([
  [
    'may not charge: rejected.fraud',
    () => ({ charges_enabled: false, requirements: due }),
    'account/status',
  ],
  ['may not charge: it is not activated', () => ({ charges_enabled: false }), 'account/status'],
  [
    'by card are pending',
    () => ({ capabilities: { card_payments: 'pending' } }),
    'settings/payment_methods',
  ],
  ['Nothing is paid out', () => ({ payouts_enabled: false }), 'settings/payouts'],
  [
    'waits for external_account, owner.dob, by 2036-03-09',
    () => ({
      requirements: {
        ...due,
        currently_due: ['external_account', 'owner.dob'],
        current_deadline: Date.UTC(2036, 2, 9) / 1_000,
      },
    }),
    'account/status',
  ],
  ['is of US', () => ({ country: 'US' }), 'settings/account'],
  ['currency is usd', () => ({ default_currency: 'usd' }), 'settings/payouts'],
  ['No business name', () => profile({ name: null }), 'settings/business-details'],
  ['No website', () => profile({ url: null }), 'settings/business-details'],
  ['No e-mail, phone number or page', () => profile({ support_email: null }), 'settings/public'],
  [
    'No statement descriptor',
    () => ({
      settings: {
        ...account.settings,
        payments: { ...account.settings?.payments, statement_descriptor: null },
      } as Stripe.Account.Settings,
    }),
    'settings/public',
  ],
])('is told: %s', (fault, parts, place) => {
  expect(accountFaults({ ...account, ...parts() })).toEqual([
    {
      fault: expect.stringContaining(fault),
      place: `https://dashboard.stripe.com/${place}`,
    },
  ]);
});

it('a key that may not read the account is told of, and nothing is hidden by it', async () => {
  const refusing = (error: Error) =>
    ({ accounts: { retrieveCurrent: () => Promise.reject(error) } }) as unknown as Stripe;
  const raw = { message: 'no', type: 'invalid_request_error' } as const;
  expect(await describeAccount(refusing(new Stripe.errors.StripePermissionError(raw)))).toEqual([
    expect.stringContaining('may not read the account'),
  ]);
  const away = new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' });
  await expect(describeAccount(refusing(away))).rejects.toThrow('away');
});
