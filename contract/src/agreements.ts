import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idOf } from './text.ts';

/** Of what versions are kept: the terms with the acceptable use, the privacy policy with the cookies. */
export const legalKind = z.enum(['terms', 'privacy']);
export type LegalKind = z.infer<typeof legalKind>;

/** Something that was agreed to, and in which words. */
export const agreementView = z.object({
  id: z.uuid(),
  /** An account was opened, a plan was chosen, or a new version was read. */
  kind: z.enum(['account', 'subscription', 'change']),
  agreed_at: z.iso.datetime(),
  /** The versions it was agreed under, read at `/terms?version=` and `/privacy?version=`. */
  terms_version: z.string().nullable(),
  privacy_version: z.string().nullable(),
  product_name: z.string().nullable(),
  plan_name: z.string().nullable(),
  /** What was said before it was agreed to. */
  shown: z.array(z.object({ name: z.string(), text: z.string() })),
  /** The service was wished to start before the time to withdraw is over. */
  start_at_once: z.boolean(),
  /** The mail that confirmed it. */
  confirmation: z.object({ subject: z.string(), text: z.string() }).nullable(),
});
export type AgreementView = z.infer<typeof agreementView>;

export const listAgreements = endpoint({
  method: 'GET',
  path: '/user/agreements',
  access: 'signed-in',
  summary: 'What I agreed to, when, and in which version, the newest first',
  answer: z.object({ agreements: z.array(agreementView) }),
});

/** The terms that hold for somebody while changed ones are announced. */
export const termsHeld = z.object({
  /** The one that a purchase of today is made under. */
  version: z.string(),
  /** Those that do not hold yet, with the day in London from which on they do, the nearest first. */
  to_come: z.array(z.object({ version: z.string(), from: z.iso.date() })),
});
export type TermsHeld = z.infer<typeof termsHeld>;

/** A new version that matters and is in force, to be told once. */
export const legalNotice = z.object({
  id: z.uuid(),
  document: legalKind,
  version: z.string(),
  /** In a sentence or two, what changes. */
  says: z.string(),
  in_force_on: z.iso.date(),
});
export type LegalNotice = z.infer<typeof legalNotice>;

export const acknowledgeChange = endpoint({
  method: 'POST',
  path: '/user/agreements/{id}/acknowledge',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Note that I was told of a new version of the terms or the policy',
  params: z.object({ id: idOf('This change does not exist') }),
  answer: z.object({}),
});
