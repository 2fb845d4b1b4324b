import pino, { type Logger } from 'pino';
import { withoutEmails } from '../db/without-emails.ts';

/**
 * The process's log. What must never stand in a line is taken out here: bearer tokens, webhook
 * signatures, the parameters of a failed query, which may be password hashes or reset keys, and
 * e-mails, which mail servers and databases like to name.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers["stripe-signature"]'],
      hooks: { streamWrite: withoutEmails },
      serializers: { err: (error: Error) => withoutParameters(pino.stdSerializers.err(error)) },
    },
    destination ?? pino.destination(1),
  );
}

function withoutParameters(error: pino.SerializedError): object {
  const { params: _, ...rest } = error as pino.SerializedError & { params?: unknown };
  const cut = (text: string) => text.replaceAll(/\nparams:[^\n]*/g, '');
  // PostgreSQL names the offending values in a detail of its own.
  return { ...rest, message: cut(rest.message), stack: cut(rest.stack), detail: undefined };
}
