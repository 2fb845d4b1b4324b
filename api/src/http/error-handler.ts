import type { Refusal } from 'contract/endpoint';
import * as messages from 'contract/messages';
import type { ShownNow } from 'contract/shown';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ForeignCursor } from '../db/keyset.ts';
import { isDatabaseAway, isDatabaseBusy, isDatabaseExhausted } from '../db/unavailable.ts';
import { AppError, FactorNeeded, Invalid, Outdated, ProofNeeded, ViewOnly } from './errors.ts';

/** What Fastify itself refuses, in words that say what to do. */
const refusedByFastify: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Send the request as JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: messages.badRequest },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: 'The request is not valid JSON.' },
};

/** What a program can do something about, or has to tell apart. */
const told = [ProofNeeded, FactorNeeded, ViewOnly, Outdated];

const pageGone = 'This page cannot be found. Please start again from the first.';

/**
 * The one place where an error becomes an answer. Unknown errors are logged and hidden; so is what
 * is behind one that is told in other words, such as a payment service that cannot be reached.
 */
export function handleError(
  thrown: FastifyError | AppError | ForeignCursor,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = thrown instanceof ForeignCursor ? new Invalid({ cursor: pageGone }) : thrown;
  if (error instanceof AppError) {
    if (error.cause) request.log.error({ err: error }, 'request refused');
    if (error.retryAfter) reply.header('retry-after', error.retryAfter);
    const code = told.some((kind) => error instanceof kind) ? error.code : undefined;
    const error_code = code as Refusal['error_code'];
    const now = error instanceof Outdated ? error.now : undefined;
    return refuse(reply, error.status, error.message, error.fields, { error_code, now });
  }
  const known = refusedByFastify[error.code];
  if (known) return refuse(reply, known.status, known.message);
  // Only Fastify's own refusals may speak with their status: other libraries' errors carry one too.
  if (error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500) {
    return refuse(reply, error.statusCode ?? 400, messages.badRequest);
  }
  // A body that breaks off fails with the socket's own error, as a database that goes away does.
  if (request.raw.destroyed && !request.raw.complete) {
    request.log.info('the caller hung up before the end of the request');
    return refuse(reply, 400, messages.badRequest);
  }
  const databaseFault = faultOfDatabase(error);
  if (databaseFault) {
    request.log.error({ err: error }, databaseFault);
    if (isDatabaseExhausted(error)) request.server.readiness.noteExhaustion();
    reply.header('retry-after', 5);
    return refuse(reply, 503, messages.server);
  }
  request.log.error({ err: error }, 'request failed');
  return refuse(reply, 500, messages.server);
}

/** What is the matter with the database, if that is why a request failed: trying again makes sense. */
function faultOfDatabase(error: unknown): string | null {
  if (isDatabaseExhausted(error)) return 'database exhausted';
  if (isDatabaseAway(error)) return 'database away';
  return isDatabaseBusy(error) ? 'database busy' : null;
}

/** Answers with the envelope of a refused call. */
export function refuse(
  reply: FastifyReply,
  status: number,
  message: string,
  fields: Record<string, string> | null = null,
  { error_code, now }: { error_code?: Refusal['error_code']; now?: ShownNow | undefined } = {},
): FastifyReply {
  const data = fields && { fields, ...(now && { now }) };
  const body: Refusal = { success: false, message, error: message, error_code, data };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
