import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

type Configuration = Doc<'billing_portal.configuration'>;
type Session = Doc<'billing_portal.session'>;

/** A portal configuration with everything the portal page can do switched on. */
export function newPortalConfiguration(
  created: number,
  given: Partial<Configuration>,
): Configuration {
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: defaultFeatures(),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: created,
    ...given,
  };
}

/** The features of a configuration nobody has narrowed. */
export function defaultFeatures(): Configuration['features'] {
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: {
      duration: { interval_options: [], type: 'indefinite' },
      enabled: false,
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: ['price'],
      enabled: true,
      products: [],
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  };
}

/** A portal session; its page stands at `url`. */
export function newPortalSession(
  base: Pick<Session, 'created' | 'customer' | 'configuration' | 'flow' | 'return_url' | 'locale'>,
  publicUrl: string,
): Session {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    customer_account: null,
    livemode: false,
    on_behalf_of: null,
    url: `${publicUrl}/p/session/${id}`,
    ...base,
  };
}
