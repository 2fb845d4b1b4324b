import { Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent, request } from 'node:https';
import { guardedLookup, InwardAddress, refuseLiteral } from './public-address.ts';

/** What came of one try. */
export interface Answer {
  isDelivered: boolean;
  /** Null where nobody answered. */
  status: number | null;
  /** The beginning of what was answered, or what went wrong. */
  words: string;
  milliseconds: number;
}

export interface Letter {
  url: string;
  headers: Record<string, string>;
  body: string;
}

const shownCharacters = 500;
/** So much of an answer is read, and no more. */
const readBytes = 64 * 1024;

const kept = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: 30_000 };
const agents = { 'http:': new PlainAgent(kept), 'https:': new Agent(kept) };

/**
 * Posts a letter. Where it may go is looked at with each connection, redirects are not followed, and
 * nothing is waited for longer than `timeoutMs`. Never throws.
 */
export async function post(
  { url: text, headers, body }: Letter,
  { timeoutMs, mayLoop }: { timeoutMs: number; mayLoop: boolean },
): Promise<Answer> {
  const began = performance.now();
  const outcome = (status: number | null, words: string): Answer => ({
    isDelivered: status !== null && status >= 200 && status < 300,
    status,
    words: words.replaceAll('\0', '').slice(0, shownCharacters).toWellFormed(),
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    const url = new URL(text);
    refuseLiteral(url, mayLoop);
    const { status, answer } = await exchange(url, body, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: guardedLookup(url, mayLoop),
      timeoutMs,
    });
    const isLed = status >= 300 && status < 400;
    return outcome(status, isLed ? 'Redirects are not followed' : answer);
  } catch (error) {
    return outcome(null, explain(error as Error & { code?: string }, timeoutMs));
  }
}

/** Nobody has answered to the end in time. */
class TooLate extends Error {}

interface Options extends RequestOptions {
  timeoutMs: number;
}

/** Ends within its time, whatever the other side says, and leaves nothing open that has not ended well. */
async function exchange(url: URL, body: string, { timeoutMs, ...options }: Options) {
  const isPlain = url.protocol === 'http:';
  const send = isPlain ? plainRequest : request;
  const agent = isPlain ? agents['http:'] : agents['https:'];
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>();
  const asked = send(url, { ...options, agent });
  const timer = setTimeout(() => {
    reject(new TooLate());
    asked.destroy();
  }, timeoutMs);
  asked.on('response', (response) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = () => {
      const answer = Buffer.concat(parts).toString();
      resolve({ status: response.statusCode ?? 0, answer });
    };
    response.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length < readBytes) return;
      end();
      response.destroy();
    });
    response.on('end', end).on('error', reject);
  });
  // Nobody asked for another protocol.
  asked.on('upgrade', ({ statusCode = 101 }, socket) => {
    resolve({ status: statusCode, answer: 'The protocol was to be changed' });
    socket.destroy();
  });
  asked.on('error', reject);
  asked.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
  asked.end(body);
  return promise.finally(() => clearTimeout(timer));
}

const inWords: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  ENOTFOUND: 'The name of the address was not found',
  EAI_AGAIN: 'The name of the address was not found',
};

function explain(error: Error & { code?: string }, timeoutMs: number): string {
  if (error instanceof InwardAddress) return `Nothing was sent: ${error.message}`;
  if (error instanceof TooLate) return `No answer within ${timeoutMs / 1_000} seconds`;
  return inWords[error.code ?? ''] ?? error.message;
}
