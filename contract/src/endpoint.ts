import { z } from 'zod';
import type { ShownNow } from './shown.ts';

/**
 * Who may call an endpoint; the server refuses everybody else with 401 or 403. `product`: a product, by a
 * key of its own.
 */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'product';

/**
 * An act of weight: refused without a proof of the last minutes (`recent`), or one that asks for the
 * password itself, each time (`carried`).
 */
export type Proof = 'recent' | 'carried';

export interface Endpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Answer extends z.ZodObject = z.ZodObject,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API base `/api`, with `{name}` for a parameter. */
  path: string;
  access: Access;
  proof?: Proof;
  /** It only reads, and yet hands out what acts: not for an admin who sees what a user sees. */
  acts?: true;
  /** Answered to somebody who has to set up a second factor first, too. */
  beforeFactor?: true;
  /** One line for the API's documentation. */
  summary: string;
  body: Body;
  query: Query;
  params: Params;
  /** The fields beside `success` and `message`. */
  answer: Answer;
}

/** A call that takes no body ignores one. */
const nothing = z.unknown().transform(() => undefined);
const noQuery = z.object({});

type Parts<B extends z.ZodType, Q extends z.ZodType, P extends z.ZodType, A extends z.ZodObject> = {
  method: Endpoint['method'];
  path: string;
  access: Access;
  proof?: Proof;
  acts?: true;
  beforeFactor?: true;
  summary: string;
  body?: B;
  query?: Q;
  params?: P;
  answer: A;
};

/** Describes one call once, for the server's route and the client's request alike. */
export function endpoint<
  A extends z.ZodObject,
  B extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof noQuery,
  P extends z.ZodType = typeof noQuery,
>(parts: Parts<B, Q, P, A>): Endpoint<B, Q, P, A> {
  return {
    ...parts,
    body: parts.body ?? (nothing as unknown as B),
    query: parts.query ?? (noQuery as unknown as Q),
    params: parts.params ?? (noQuery as unknown as P),
  };
}

/** The fields of an answer beside `success` and `message`. */
export type AnswerFields<E extends Endpoint> = {
  [Name in keyof E['answer']['shape']]: z.output<E['answer']['shape'][Name]>;
};

/** What a successful call answers (product C1). */
export type Answer<E extends Endpoint> = { success: true; message: string } & AnswerFields<E>;

/** What a refused call answers: the same text in both fields, and the field errors where there are any. */
export interface Refusal {
  success: false;
  message: string;
  error: string;
  /** For programs, where there is something that they can do about it. */
  error_code?: 'proof_needed' | 'second_factor_needed' | 'view_only' | 'outdated';
  /** `now`: what would be agreed to by now, in place of what was shown. */
  data: { fields: Record<string, string>; now?: ShownNow } | null;
}
