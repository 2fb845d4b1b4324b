import type { RefusalCause } from 'contract/failures';
import * as messages from 'contract/messages';
import Stripe from 'stripe';
import { z } from 'zod';
import { BadRequest } from '../../../../http/errors.ts';

/** Seconds by which a signature may be old, or ahead. */
const tolerance = 300;

/** Ids and types as Stripe makes them; nothing else is stored. */
const word = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const reference = z.union([word, z.looseObject({ id: word })]);

/** What is read of an event. */
const event = z.object({
  id: word,
  type: word,
  created: z.int().min(0).max(100_000_000_000),
  data: z.object({
    object: z.looseObject({
      object: z.string().optional(),
      id: word.nullish(),
      customer: reference.nullish(),
      charge: reference.nullish(),
      payment_intent: reference.nullish(),
    }),
    previous_attributes: z.looseObject({ customer: reference.nullish() }).nullish(),
  }),
});
export type SignedEvent = z.infer<typeof event>;

/** A webhook that is not taken, and why. */
export class Refused extends BadRequest {
  readonly why: RefusalCause;
  constructor(why: RefusalCause) {
    super(words[why]);
    this.why = why;
  }
}

const words: Record<RefusalCause, string> = {
  unsigned: 'The webhook has no signature.',
  future: 'The webhook signature lies in the future.',
  forged: 'The webhook signature is not valid or too old.',
  old: 'The webhook signature is not valid or too old.',
  unreadable: messages.badRequest,
};

/** The event in a body that Stripe signed just now. Throws Refused. */
export function readSigned(
  stripe: Stripe,
  body: unknown,
  signature: string | string[] | undefined,
  secret: string,
): SignedEvent {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Refused('unsigned');
  let signed: unknown;
  try {
    signed = stripe.webhooks.constructEvent(body, signature, secret, tolerance);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
      throw new Refused('unreadable');
    }
    throw new Refused(/tolerance zone/i.test(error.message) ? 'old' : 'forged');
  }
  const signedAt = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);
  if (signedAt > Date.now() / 1000 + tolerance) throw new Refused('future');
  const parsed = event.safeParse(signed);
  if (!parsed.success) throw new Refused('unreadable');
  return parsed.data;
}
