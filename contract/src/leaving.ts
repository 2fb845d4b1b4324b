import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { reason } from './reason.ts';
import { idOf, text } from './text.ts';

/** Why somebody cancels, in Stripe's words and in ours, in the order in which it is asked. */
export const cancelReasons = {
  too_expensive: 'It costs too much',
  unused: 'I no longer need it',
  missing_features: 'It lacks something I need',
  too_complex: 'It is hard to use',
  low_quality: 'It does not work well enough',
  customer_service: 'Support did not help me',
  switched_service: 'I use something else now',
  other: 'Another reason',
} as const;
export const cancelReason = z.enum(
  Object.keys(cancelReasons) as [CancelReason, ...CancelReason[]],
  'Choose one of the reasons, or none',
);
export type CancelReason = keyof typeof cancelReasons;

/** What somebody may add to it in words of their own. */
export const longestComment = 300;
const tooLong = `Use ${longestComment} characters or fewer`;

const subscription = z.object({ id: idOf('This subscription does not exist') });

/** No body cancels at the period's end; `{cancelSubscription: false}` takes that back. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/user/subscriptions/{id}/cancel',
  access: 'signed-in',
  summary: 'Cancel at the end of the billing period, or take that back',
  params: subscription,
  body: z
    .object({
      cancelSubscription: z.boolean().optional(),
      /** Both may be left out. */
      reason: cancelReason.nullish(),
      comment: text(longestComment, undefined, tooLong).trim().nullish(),
    })
    .nullish()
    .transform((body) => ({
      cancel: body?.cancelSubscription !== false,
      why: { reason: body?.reason ?? null, comment: body?.comment || null },
    })),
  answer: z.object({}),
});

/** What went back, in pounds. */
const refund = z.object({ amount: z.number() });

/** Ends a subscription at once and gives its payment back, while the right to withdraw lasts. */
export const withdraw = endpoint({
  method: 'POST',
  path: '/user/subscriptions/{id}/withdraw',
  access: 'signed-in',
  summary: 'Withdraw: end at once, with the payment refunded',
  params: subscription,
  answer: z.object({ refund }),
});

export const adminWithdraw = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/{id}/withdraw',
  access: 'admin',
  proof: 'recent',
  summary: 'Withdraw for the holder: end at once, with the payment refunded',
  params: subscription,
  /** The day in London on which the holder declared it, today where it is left out. */
  body: z
    .object({ declared_on: z.iso.date('Enter a day').optional() })
    .nullish()
    .transform((body) => body ?? {}),
  answer: z.object({ refund }),
});

/** `amount` and `refunded` in pence. */
export const refundPayment = endpoint({
  method: 'POST',
  path: '/admin/payments/{id}/refund',
  access: 'admin',
  proof: 'recent',
  summary: 'Give back a payment, in whole or in part',
  params: z.object({ id: idOf('This payment does not exist') }),
  body: z.object({
    amount: z.int('Enter an amount in pence').min(1, 'Enter an amount of at least 1p'),
    /** Kept at Stripe, too. */
    reason,
    /** What the admin saw as given back before; more by now is a Conflict. */
    refunded: z.int().min(0).optional(),
  }),
  answer: z.object({ refund }),
});

/** Why people cancelled in the last twelve months, for admins. */
export const cancelFigures = endpoint({
  method: 'GET',
  path: '/admin/cancellations',
  access: 'admin',
  summary: 'Why people cancelled in the last twelve months',
  answer: z.object({
    data: z.object({
      /** How many cancelled, and of them how many gave no reason. */
      count: z.number().int(),
      unsaid: z.number().int(),
      /** The most frequent first; only those that were given. */
      reasons: z.array(z.object({ reason: cancelReason, count: z.number().int() })),
      /** The newest words of their own. */
      comments: z.array(
        z.object({
          at: z.iso.datetime(),
          product_name: z.string(),
          reason: cancelReason.nullable(),
          comment: z.string(),
          user_id: z.uuid(),
        }),
      ),
    }),
  }),
});
