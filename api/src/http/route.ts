import type { AnswerFields, Endpoint } from 'contract/endpoint';
import * as messages from 'contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedIn } from '../features/accounts/session.ts';
import { requireAccess } from './access.ts';
import { createWriter } from './answers.ts';
import { withDeadline } from './deadline.ts';
import { Invalid } from './errors.ts';
import { isUnchanged, Tagged } from './etag.ts';

type Viewer<E extends Endpoint> = E['access'] extends 'anyone' | 'product'
  ? SignedIn | null
  : SignedIn;

export interface Call<E extends Endpoint> {
  body: z.output<E['body']>;
  query: z.output<E['query']>;
  params: z.output<E['params']>;
  /** Who calls. On a public endpoint null for a visitor, known only where it was asked for. */
  user: Viewer<E>;
  request: FastifyRequest;
  /** Aborted when the caller hangs up before the answer. */
  signal: AbortSignal;
}

type Outcome<E extends Endpoint> = { message?: string } & AnswerFields<E>;

export interface RouteOptions {
  /** On a public endpoint: find out who calls, if the token is good. */
  recognise?: boolean;
  /** Visitors are all answered alike, so that this is made once. */
  visitorsAlike?: boolean;
  /** The status of success; 200 unless told. */
  status?: number;
}

/** A file that is answered in place of the envelope. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;

  constructor(name: string, type: string, bytes: Buffer) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}

/**
 * Serves one endpoint of the contract: checks access, parses, runs `handle` and wraps the outcome
 * in the envelope, unless it is a file. Answers 401 or 403 before a body is read and 422 with the
 * fields' messages.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Outcome<E> | Tagged<Outcome<E>> | FileAnswer>,
  options: RouteOptions = {},
): void {
  const write = createWriter(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    onRequest: requireAccess(endpoint, options.recognise),
    handler: async (request, reply) => {
      reply.code(options.status ?? 200).type('application/json; charset=utf-8');
      if (!options.visitorsAlike || request.user) return answer(request, reply);
      return app.forVisitors.once(request, reply, async () => String(await answer(request, reply)));
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const outcome = await withDeadline(() =>
      handle({
        body: parse<E['body']>(endpoint.body, request.body),
        query: parse<E['query']>(endpoint.query, withoutAll(request.query)),
        params: parse<E['params']>(endpoint.params, request.params),
        user: request.user as Viewer<E>,
        request,
        get signal() {
          return hangUp(reply);
        },
      }),
    );
    if (outcome instanceof FileAnswer) {
      const { name, type, bytes } = outcome;
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
      return bytes;
    }
    const isTagged = outcome instanceof Tagged;
    if (isTagged && isUnchanged(request, reply, outcome.tag)) {
      reply.code(304).removeHeader('content-type');
      return '';
    }
    const { message = '', ...fields } = isTagged ? outcome.outcome : outcome;
    return write({ success: true, message, ...fields });
  }
}

/** Not Fastify's own, which follows the request: that is over as soon as its body has been read. */
function hangUp({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  if (raw.closed) hungUp.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new Invalid(fields);
}

/** For a fault that the contract has no words for: what zod says of it is meant for programmers. */
function plainWords({ path }: { path?: PropertyKey[] }): string {
  return path?.length ? `The value of ${path.join('.')} is not valid` : messages.validation;
}

/** Filters may arrive empty or as 'all'; both mean that nothing is filtered (product C6). */
function withoutAll(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query as object).filter(([, value]) => value !== '' && value !== 'all'),
  );
}
