import pino, { type DestinationStream, type Logger } from 'pino';
import { nameSources } from '../bundle/stack-traces.ts';
import { withoutEmails } from '../db/without-emails.ts';
import { withoutValues } from '../db/without-values.ts';
import type { Track } from './error-tracker.ts';
import { openOutput } from './log-output.ts';

/** Error and fatal, in pino's numbers. */
const isError = /^\{"level":[56]0,/;

/**
 * The process's log. What must never stand in a line is taken out here: bearer tokens, webhook
 * signatures, the parameters of a failed query, which may be password hashes or reset keys, and
 * e-mails, which mail servers and databases like to name. `track` hears of every line that is an
 * error, after that.
 */
export function createLog(level: string, destination?: DestinationStream, track?: Track): Logger {
  if (!destination) standardOutput ??= openOutput(1);
  const streamWrite = (line: string): string => {
    const safe = withoutEmails(line);
    if (track && isError.test(safe)) track(safe);
    return safe;
  };
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers["stripe-signature"]'],
      hooks: { streamWrite },
      serializers: { err: serialize },
    },
    destination ?? standardOutput,
  );
}

/** An error without values, and its trace by the names of the sources. */
function serialize(error: Error): pino.SerializedError {
  const told = pino.stdSerializers.err(withoutValues(error));
  // What is not an error is logged as it is.
  if (typeof told?.stack === 'string') told.stack = nameSources(told.stack);
  return told;
}

let standardOutput: DestinationStream | undefined;
