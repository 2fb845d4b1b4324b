import { products } from 'contract/catalogue';
import type { subscriptions } from '../db/schema.ts';

type State = Partial<typeof subscriptions.$inferInsert>;
type Told = [event: string, rule: string, result: string];

/** The moment so many days from now. */
export const days = (n: number) => new Date(Date.now() + n * 86_400_000);

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
const onTrial: State = {
  status: 'trial',
  trialStart: days(-5),
  startedAt: days(-5),
  trialEnd: days(25),
};
const name = products[0]?.name;

const started: Told = [
  `Subscription to ${name} started`,
  'A subscription gives access once it is paid',
  `Access to ${name}`,
];
const trialStarted: Told = [
  `Trial of ${name} started`,
  'A trial gives access until it ends',
  `Access to ${name}`,
];
const cancelled: Told = [
  `${name} cancelled`,
  'A cancelled subscription gives access until its period ends',
  `Access to ${name}`,
];
const unpaid: Told = [
  `${name} ended`,
  'A subscription that is not paid ends when the attempts are over',
  `No access to ${name}`,
];
/**
 * A subscription to the first product in every state: whether it gives access, why, and what the
 * timeline tells of it, the newest first.
 */
export const accessAnswers: [string, State, boolean, string, Told[]][] = [
  [
    'on trial',
    onTrial,
    true,
    `${name} is on trial until ${longDate.format(days(25))}.`,
    [trialStarted],
  ],
  ['paid', {}, true, `${name} is active.`, [started]],
  [
    'paid, after a trial',
    { trialStart: days(-200), trialEnd: days(-170) },
    true,
    `${name} is active.`,
    [
      [
        `Trial of ${name} ended`,
        'After the trial the first payment is taken; access stays while it is tried',
        `Access to ${name}`,
      ],
      trialStarted,
    ],
  ],
  [
    'late with a renewal',
    { paymentProblem: true },
    true,
    `${name} stays open while its failed payment is tried again.`,
    [started],
  ],
  [
    'cancelled, the period runs',
    { cancelAtPeriodEnd: true, endsAt: days(10), cancelRequestedAt: days(-1) },
    true,
    `${name} is cancelled and stays open until ${longDate.format(days(10))}.`,
    [cancelled, started],
  ],
  [
    'cancelled on trial',
    {
      ...onTrial,
      ...{ cancelAtPeriodEnd: true, endsAt: days(25), cancelRequestedAt: days(-1) },
    },
    true,
    `${name} is cancelled and stays open until ${longDate.format(days(25))}.`,
    [cancelled, trialStarted],
  ],
  [
    'cancelled and over',
    { status: 'cancelled', hasAccess: false, endedAt: days(-2), cancelRequestedAt: days(-20) },
    false,
    `${name} was cancelled and has ended, and nothing else is held.`,
    [
      [
        `${name} ended`,
        'A cancelled subscription gives access until its end',
        `No access to ${name}`,
      ],
      cancelled,
      started,
    ],
  ],
  [
    'cancelled during the trial, and over',
    {
      ...{ status: 'cancelled', hasAccess: false, trialStart: days(-30), trialEnd: days(0) },
      ...{ endedAt: days(-2), cancelRequestedAt: days(-2) },
    },
    false,
    `${name} was cancelled and has ended, and nothing else is held.`,
    [
      [
        `${name} ended`,
        'A cancelled subscription gives access until its end',
        `No access to ${name}`,
      ],
      trialStarted,
    ],
  ],
  [
    'withdrawn',
    {
      ...{ status: 'cancelled', hasAccess: false, endedAt: days(-2) },
      ...{ withdrawnAt: days(-2), withdrawRefund: 2499 },
    },
    false,
    `${name} was withdrawn from and has ended, and nothing else is held.`,
    [
      [
        `Withdrawn from ${name}, £24.99 refunded`,
        'Who withdraws loses access at once and gets the payment back',
        `No access to ${name}`,
      ],
      started,
    ],
  ],
  [
    'not paid',
    { status: 'expired', stripeStatus: 'canceled', hasAccess: false, endedAt: days(-2) },
    false,
    `${name} ended because it was not paid, and nothing else is held.`,
    [unpaid, started],
  ],
  [
    'not paid, and left open by Stripe',
    { status: 'expired', stripeStatus: 'unpaid', hasAccess: false },
    false,
    `${name} ended because it was not paid, and nothing else is held.`,
    [unpaid, started],
  ],
  ...['paused', 'active'].map((stripeStatus): (typeof accessAnswers)[number] => [
    stripeStatus === 'paused' ? 'paused at Stripe' : 'not known to Stripe any more',
    { status: 'expired', stripeStatus, hasAccess: false, endedAt: days(-2) },
    false,
    `${name} was paused or removed at Stripe, and nothing else is held.`,
    [
      [
        `${name} ended`,
        'A subscription that Stripe has paused or no longer knows gives no access',
        `No access to ${name}`,
      ],
      started,
    ],
  ]),
];

/** A payment in every state: how much of it was given back in pence, and what is told of it. */
export const paymentAnswers = [
  ['success', 0, '', 'A paid period gives access until its end', `Access to ${name}`],
  [
    'success',
    1000,
    ', £10.00 refunded',
    'A paid period gives access until its end',
    `Access to ${name}`,
  ],
  ['pending', 0, '', 'A payment on its way changes nothing yet', 'As before'],
  ['failed', 0, '', 'A subscription stays open while its payment is tried again', 'As before'],
  ['refunded', 2499, '', 'A refund ends nothing by itself', 'As before'],
] as const;
