import type Stripe from 'stripe';
import { route } from '../http/route.ts';
import type { Stored } from '../store/stored.ts';

const nothingDue = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

/** An account in order: one of Great Britain that may charge and pays out. */
const account: Stored<Stripe.Account> = {
  id: 'acct_sandbox',
  object: 'account',
  business_profile: {
    mcc: '5734',
    minority_owned_business_designation: null,
    name: 'Stripe sandbox',
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: 'support@sandbox.example',
    support_phone: null,
    support_url: null,
    url: 'https://sandbox.example',
  },
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'GB',
  created: 1_600_000_000,
  default_currency: 'gbp',
  details_submitted: true,
  email: 'owner@sandbox.example',
  external_accounts: {
    object: 'list',
    data: [],
    has_more: false,
    url: '/v1/accounts/acct_sandbox/external_accounts',
  },
  future_requirements: nothingDue,
  metadata: {},
  payouts_enabled: true,
  requirements: nothingDue,
  settings: {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: true },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: 'Stripe sandbox', timezone: 'Europe/London' },
    payments: {
      statement_descriptor: 'STRIPE SANDBOX',
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 3, interval: 'daily' },
      statement_descriptor: null,
    },
    sepa_debit_payments: {},
  },
  tos_acceptance: { date: null, ip: null, user_agent: null },
  type: 'standard',
};

/** https://docs.stripe.com/api/accounts/retrieve, of the account whose key it is */
export const accountRoutes = [route('GET', '/v1/account', {}, () => account)];
