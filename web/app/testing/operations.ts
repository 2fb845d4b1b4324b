import { ok } from './specified-lists.ts';

const at = '2026-11-01T10:00:00.000Z';

const event = (id: string, customer: string | null) => ({
  ...{ id, type: 'customer.subscription.updated', customer },
  ...{ created_at: at, received_at: 'not a date' },
});

/** Three open events: the first two, and what comes after them. */
export const events = {
  first: {
    ...ok,
    events: [event('evt_1', 'cus_1'), event('evt_2', null)],
    count: 3,
    next: 'evt_2',
  },
  rest: { ...ok, events: [event('evt_3', 'cus_3')], count: 3, next: null },
  none: { ...ok, events: [], count: 0, next: null },
};

/** A comparison with Stripe that found two differences, and none at all. */
export const comparison = {
  last: {
    ...ok,
    unfinished: null,
    run: {
      ...{ id: '019fa1c2-0000-7000-8000-00000000000a', started_at: at },
      ...{ finished_at: '2026-11-01T10:01:00.000Z', checked: 1200, found: 2 },
      differences: [
        {
          ...{ kind: 'payment', id: 'ch_1', field: 'status' },
          ...{ ours: 'pending', stripe: 'success', repaired: true },
        },
        { kind: 'customer', id: 'cus_1', field: 'row', ours: null, stripe: '<b>', repaired: false },
      ],
    },
  },
  none: { ...ok, run: null, unfinished: null },
};

/** What a job failed with. */
export const jobError = 'connect ECONNREFUSED 127.0.0.1:1025';
const job = (id: string, name: string, about: string | null, tries: number) => ({
  ...{ id: `019fa1c2-0000-7000-8000-00000000000${id}`, name, about, tries },
  ...{ error: jobError, failed_at: at, recipient: null as string | null },
});
/** The jobs that gave up. */
export const jobs = [
  job('a', 'send-email', 'welcome:1', 41),
  job('b', 'send-reset-link', null, 1),
  { ...job('c', 'send-email', 'price-changing:sub_1:price_1', 41), recipient: 'ada@trust.test' },
];

/** Jobs that gave up and webhooks that were refused, and neither. */
export const failures = {
  some: {
    ...ok,
    jobs,
    count: 102,
    webhooks: [
      { cause: 'forged', count: 1200, first_at: at, last_at: at },
      { cause: 'future', count: 1, first_at: at, last_at: at },
    ],
    tries: [
      { by: 'network', hour: 1200, day: 30_400 },
      { by: 'account', hour: 0, day: 7 },
      { by: 'pair', hour: 0, day: 0 },
    ],
  },
  none: { ...ok, jobs: [], count: 0, webhooks: [], tries: [] },
};
