import { discountsParam } from '../billing/coupons.ts';
import { boundary } from '../billing/cycle.ts';
import { followPhase, release } from '../billing/schedules.ts';
import { refuseInactive } from '../billing/start-subscription.ts';
import { invalid } from '../http/errors.ts';
import { ofCustomer, page, pagingByTime } from '../http/list.ts';
import {
  either,
  flag,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { automaticTaxOf } from '../shapes/subscription.ts';
import { newPhase, newSchedule, type Phase } from '../shapes/subscription-schedule.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { automaticTax } from './subscription-params.ts';
import { mergeMetadata } from './updates.ts';

const path = '/v1/subscription_schedules';
const behaviour = oneOf('always_invoice', 'create_prorations', 'none');
const phases = list(
  hash({
    items: required(list(hash({ price: required(text), quantity: integer }))),
    start_date: integer,
    end_date: integer,
    iterations: integer,
    proration_behavior: behaviour,
    automatic_tax: automaticTax,
    discounts: discountsParam,
    trial: flag,
    trial_end: either(oneOf('now'), integer),
  }),
);
type PhaseParams = NonNullable<Values<{ phases: typeof phases }>['phases']>;

/** https://docs.stripe.com/api/subscription_schedules, for subscriptions that run already */
export const subscriptionScheduleRoutes = [
  route('POST', path, { from_subscription: required(text) }, (work, { from_subscription: id }) => {
    const subscription = work.get('subscription', id, 'from_subscription');
    if (subscription.schedule) {
      throw invalid(
        `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
      );
    }
    const [item] = subscription.items.data;
    if (!item || subscription.ended_at !== null) {
      throw invalid('You cannot migrate a subscription that has ended.', 'from_subscription');
    }
    const phase = newPhase({
      currency: subscription.currency,
      ...{ start_date: item.current_period_start, end_date: item.current_period_end },
      proration_behavior: 'create_prorations',
      automatic_tax: subscription.automatic_tax,
      discounts: subscription.discounts.map((discount) => reused(discount)),
      trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
      items: subscription.items.data.map(({ price, quantity }) => ({
        ...{ price: price.id, quantity: quantity ?? 1 },
      })),
    });
    const schedule = newSchedule(work.now(subscription.customer), subscription, phase);
    work.add('subscription_schedule', schedule, 'subscription_schedule.created');
    const event = 'customer.subscription.updated';
    work.change('subscription', id, { schedule: schedule.id }, event);
    return schedule;
  }),
  route('GET', `${path}/:id`, {}, (work, _, id) => work.get('subscription_schedule', id)),
  route('GET', path, { ...pagingByTime, customer: text }, (work, params) =>
    page(work, 'subscription_schedule', params, ofCustomer(work, params.customer), path),
  ),
  route(
    'POST',
    `${path}/:id`,
    { end_behavior: oneOf('release'), metadata, phases, proration_behavior: behaviour },
    (work, { phases: wanted, proration_behavior, ...params }, id) => {
      const schedule = running(work, id);
      const changes = {
        ...mergeMetadata(schedule, params),
        ...(wanted && { phases: phasesOf(work, schedule, wanted) }),
      } as Partial<Doc<'subscription_schedule'>>;
      const event = 'subscription_schedule.updated';
      const changed = work.change('subscription_schedule', id, changes, event);
      if (wanted) followPhase(work, changed);
      return changed;
    },
  ),
  route('POST', `${path}/:id/release`, {}, (work, _, id) => release(work, running(work, id))),
];

function running(work: Work, id: string): Doc<'subscription_schedule'> {
  const schedule = work.get('subscription_schedule', id);
  if (schedule.status === 'active') return schedule;
  throw invalid(
    `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started\` or \`active\` status.`,
  );
}

const reused = (discount: string) => ({ coupon: null, discount, promotion_code: null });

/** When the trial of a phase ends: what names none has none. */
function trialEndOf(
  { trial, trial_end }: PhaseParams[number],
  { end_date }: { end_date: number },
  index: number,
): number | null {
  const end = trial ? end_date : trial_end;
  if (!end || end === 'now') return null;
  const param = `phases[${index}][trial_end]`;
  if (end > end_date || (trial && trial_end && trial_end !== end_date)) {
    throw invalid('The trial of a phase must end within it.', param);
  }
  if (index > 0) throw invalid('The sandbox knows no trial of a phase to come.', param);
  return end;
}

/** Phases follow each other; one without an end lasts for one cycle of its price. */
function phasesOf(
  work: Work,
  schedule: Doc<'subscription_schedule'>,
  wanted: PhaseParams,
): Phase[] {
  const made: Phase[] = [];
  for (const [index, phase] of wanted.entries()) {
    const start_date = made.at(-1)?.end_date ?? phase.start_date ?? schedule.created;
    const held = schedule.phases.flatMap(({ items }) => items.map(({ price }) => price));
    const prices = phase.items.map(({ price: id }, item) => {
      const param = `phases[${index}][items][${item}][price]`;
      const price = work.get('price', id, param);
      if (!held.includes(id)) refuseInactive(price, param);
      return price;
    });
    const cycle = prices[0]?.recurring ?? { interval: 'month', interval_count: 1 };
    const end_date = phase.end_date ?? boundary(start_date, cycle, phase.iterations ?? 1);
    const tax = phase.automatic_tax;
    made.push(
      newPhase({
        currency: prices[0]?.currency ?? 'gbp',
        ...{ start_date, end_date, trial_end: trialEndOf(phase, { end_date }, index) },
        proration_behavior: phase.proration_behavior ?? 'create_prorations',
        // What names none takes the customer's, who has none here.
        discounts: (phase.discounts ?? []).map(
          ({ coupon = null, discount = null, promotion_code = null }) => ({
            ...{ coupon, discount, promotion_code },
          }),
        ),
        ...(tax && { automatic_tax: automaticTaxOf(tax.enabled) }),
        items: phase.items.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 })),
      }),
    );
  }
  return made;
}
