import {
  flag,
  hash,
  ignored,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
} from '../http/params.ts';

export const prorationBehaviour = oneOf('create_prorations', 'always_invoice', 'none');

export const itemParam = hash({
  id: text,
  price: text,
  quantity: integer,
  deleted: flag,
  metadata: ignored,
  clear_usage: flag,
});

export const cancellationDetails = hash({
  comment: text,
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
});

export const trialSettings = hash({
  end_behavior: required(
    hash({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
  ),
});

/** Whether Stripe works out the tax; of an account's own, whatever else is said of it. */
export const automaticTax = hash({ enabled: required(flag), liability: ignored });

/** What creating and updating a subscription share. */
export const commonFields = {
  automatic_tax: automaticTax,
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: text,
  description: text,
  items: list(itemParam),
  metadata,
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: ignored,
  proration_behavior: prorationBehaviour,
  trial_settings: trialSettings,
};
