import { refuseInactive } from '../billing/start-subscription.ts';
import { url } from '../http/contact-params.ts';
import { invalid } from '../http/errors.ts';
import {
  hash,
  ignored,
  integer,
  list,
  oneOf,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { newPortalSession } from '../shapes/portal.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { defaultConfiguration } from './portal-configurations.ts';

type Flow = Doc<'billing_portal.session'>['flow'];

const flowData = hash({
  type: required(
    oneOf(
      'payment_method_update',
      'subscription_cancel',
      'subscription_update',
      'subscription_update_confirm',
    ),
  ),
  after_completion: hash({
    type: required(oneOf('hosted_confirmation', 'portal_homepage', 'redirect')),
    hosted_confirmation: hash({ custom_message: text }),
    redirect: hash({ return_url: required(url) }),
  }),
  subscription_cancel: hash({ subscription: required(text), retention: ignored }),
  subscription_update: hash({ subscription: required(text) }),
  subscription_update_confirm: hash({
    subscription: required(text),
    items: required(list(hash({ id: required(text), price: text, quantity: integer }))),
    discounts: ignored,
  }),
});

type Features = Doc<'billing_portal.configuration'>['features'];
type FlowData = NonNullable<Values<{ flow: typeof flowData }>['flow']>;

/** https://docs.stripe.com/api/customer_portal/sessions */
export const portalSessionRoutes = [
  route(
    'POST',
    '/v1/billing_portal/sessions',
    {
      configuration: text,
      customer: required(text),
      flow_data: flowData,
      locale: text,
      on_behalf_of: text,
      return_url: url,
    },
    (work, params) => {
      const customer = work.get('customer', params.customer, 'customer');
      const configuration = params.configuration
        ? work.get('billing_portal.configuration', params.configuration, 'configuration')
        : defaultConfiguration(work);
      const session = newPortalSession(
        {
          created: work.now(customer.id),
          customer: customer.id,
          configuration: configuration.id,
          flow: params.flow_data
            ? flowOf(work, customer.id, params.flow_data, configuration.features)
            : null,
          return_url: params.return_url ?? configuration.default_return_url,
          locale: (params.locale ?? null) as Doc<'billing_portal.session'>['locale'],
        },
        work.publicUrl,
      );
      return work.add('billing_portal.session', session, 'billing_portal.session.created');
    },
  ),
];

function flowOf(work: Work, customer: string, data: FlowData, features: Features): Flow {
  checkFeature(data, features);
  const { type, after_completion: after } = data;
  const target = type === 'payment_method_update' ? null : data[type];
  if (type !== 'payment_method_update') {
    if (!target) {
      const param = `flow_data[${type}]`;
      throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
    }
    checkTarget(work, customer, target.subscription, `flow_data[${type}][subscription]`);
    refuseSecondCancel(work, data);
  }
  const confirm = data.subscription_update_confirm;
  for (const [index, { price }] of (confirm?.items ?? []).entries()) {
    if (!price) continue;
    const param = `flow_data[subscription_update_confirm][items][${index}][price]`;
    refuseInactive(work.get('price', price, param), param);
  }
  return {
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation:
        after?.type === 'hosted_confirmation'
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
      redirect: after?.redirect ? { return_url: after.redirect.return_url } : null,
    },
    customer_update: null,
    subscription_pause: null,
    subscription_cancel: data.subscription_cancel
      ? { subscription: data.subscription_cancel.subscription, retention: null }
      : null,
    subscription_update: data.subscription_update ?? null,
    subscription_update_confirm: confirm
      ? {
          subscription: confirm.subscription,
          discounts: null,
          items: confirm.items.map(({ id, price, quantity }) => ({
            id,
            price: price ?? null,
            quantity: quantity ?? 1,
          })),
        }
      : null,
  };
}

/** A flow must be switched on, and a change must lead to a price the configuration offers. */
function checkFeature(data: FlowData, features: Features): void {
  const feature = data.type === 'subscription_update_confirm' ? 'subscription_update' : data.type;
  if (!features[feature].enabled) {
    throw invalid(
      `The feature ${feature} is disabled in the portal configuration.`,
      'flow_data[type]',
    );
  }
  const offered = features.subscription_update.products?.flatMap(({ prices }) => prices) ?? [];
  const asked = data.subscription_update_confirm?.items ?? [];
  const foreign = asked.find(({ price }) => price && !offered.includes(price));
  if (offered.length > 0 && foreign) {
    const param = 'flow_data[subscription_update_confirm][items]';
    throw invalid(`The price ${foreign.price} is not in the portal configuration.`, param);
  }
}

function refuseSecondCancel(work: Work, { type, subscription_cancel: cancel }: FlowData): void {
  if (type !== 'subscription_cancel' || !cancel) return;
  if (work.get('subscription', cancel.subscription).cancel_at === null) return;
  const param = 'flow_data[subscription_cancel][subscription]';
  throw invalid(
    'This subscription cannot be canceled because it is already set to be canceled.',
    param,
  );
}

function checkTarget(work: Work, customer: string, id: string, param: string): void {
  const subscription = work.get('subscription', id, param);
  if (subscription.customer !== customer) {
    throw invalid(`The subscription ${id} does not belong to the customer ${customer}.`, param);
  }
  if (subscription.schedule) {
    throw invalid(
      'This subscription cannot be updated because it is managed by a subscription schedule.',
      param,
    );
  }
  if (['canceled', 'incomplete_expired'].includes(subscription.status)) {
    throw invalid(
      'This subscription cannot be updated because it has already been canceled.',
      param,
    );
  }
}
