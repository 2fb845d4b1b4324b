import { type Stub, stubCall } from './api.ts';
import { ok } from './specified-lists.ts';

export const emptyDetails = {
  ...{ name: 'Priya Nair', line1: '', line2: '', city: '', postcode: '', country: 'GB' },
  ...{ organisation: '', vat_number: '', reference: '' },
};

/** What each section of the account page asks for, with nothing in it; a later stub takes its place. */
export function stubAccount(): { sessions: Stub; factors: Stub; details: Stub } {
  stubCall('/user/subscriptions', { ...ok, subscriptions: [], credit: 0 });
  stubCall('GET /user/email', {
    ...ok,
    data: { email: 'priya.nair@hospital.test', email_verified: true, pending: null },
  });
  return {
    sessions: stubCall('/user/sessions', { ...ok, data: [] }),
    factors: stubCall('/user/second-factors', { ...ok, data: [], recovery_codes_left: 0 }),
    details: stubCall('/user/invoice-details', { ...ok, details: emptyDetails }),
  };
}
