import type Stripe from 'stripe';
import { listOf, page, pagingByTime } from '../http/list.ts';
import { flag, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import type { Stored } from '../store/stored.ts';

const settings: Stored<Stripe.Tax.Settings> = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: null, tax_code: 'txcd_10103000' },
  head_office: {
    address: {
      city: 'London',
      country: 'GB',
      line1: '1 Sandbox Street',
      line2: null,
      postal_code: 'EC1A 1AA',
      state: null,
    },
  },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
};

/** The account is registered in Great Britain, whose rates it charges. */
const registration = {
  id: 'taxreg_sandbox',
  object: 'tax.registration',
  active_from: 1_600_000_000,
  country: 'GB',
  country_options: { gb: { standard: { place_of_supply_scheme: 'standard' }, type: 'standard' } },
  created: 1_600_000_000,
  expires_at: null,
  livemode: false,
  status: 'active',
};

/** Tax settings, registrations and the rates that invoices name: to be read. */
export const taxRoutes = [
  route('GET', '/v1/tax/settings', {}, () => settings),
  route('GET', '/v1/tax/registrations', { ...pagingByTime, status: text }, () =>
    listOf([registration], '/v1/tax/registrations'),
  ),
  route(
    'GET',
    '/v1/tax_rates',
    { ...pagingByTime, active: flag, inclusive: flag },
    (work, params) => page(work, 'tax_rate', params, [], '/v1/tax_rates'),
  ),
  route('GET', '/v1/tax_rates/:id', {}, (work, _, id) => work.get('tax_rate', id)),
];
