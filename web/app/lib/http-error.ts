import * as messages from 'contract/messages';
import type { ShownNow } from 'contract/shown';

/** A call that failed. `status` is 0 when no answer came. */
export class HttpError extends Error {
  readonly status: number;
  /** What the server said, if it said something. */
  readonly serverMessage: string | undefined;
  /** What a program can do something about. */
  readonly code: string | undefined;
  /** Messages by form field, where the server named fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What would be agreed to by now, where the page had shown something else. */
  readonly now: ShownNow;
  /** By what the server's log knows the call. */
  readonly requestId: string | undefined;

  constructor(status: number, body?: unknown, requestId?: string | null) {
    super(messageFor(status, body));
    this.name = 'HttpError';
    this.status = status;
    this.serverMessage = textField(body, 'error') ?? textField(body, 'message');
    this.code = textField(body, 'error_code');
    this.fields = fieldsOf(body);
    this.now = (body as { data?: { now?: ShownNow } | null } | undefined)?.data?.now ?? {};
    this.requestId = requestId ?? undefined;
  }
}

/** The text a person reads for a failed call (product E1 to E9). */
export function messageFor(status: number, body?: unknown): string {
  const said = textField(body, 'error') ?? textField(body, 'message');
  switch (status) {
    case 0:
      return messages.network;
    case 400:
      return said ?? messages.badRequest;
    case 401:
      // Where a field is refused, the session is not what failed.
      return (Object.keys(fieldsOf(body)).length > 0 && said) || messages.unauthorised;
    case 403:
      return (textField(body, 'error_code') && said) || messages.forbidden;
    case 404:
      return messages.notFound;
    case 422:
      return textField(body, 'error') ?? messages.validation;
    case 500:
      return messages.server;
    default:
      return said ?? (status < 400 ? messages.unexpected : `Error ${status}`);
  }
}

/** What the server said about a failure, else the given text (product E20 to E26). */
export function serverMessageOr(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.serverMessage) || fallback;
}

function textField(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function fieldsOf(body: unknown): Record<string, string> {
  const data = (body as { data?: { fields?: unknown } | null } | null | undefined)?.data;
  const fields = data?.fields;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string';
    }),
  );
}
