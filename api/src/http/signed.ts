import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeMs = 60_000;

/**
 * A download cannot carry the session's header, so the address carries a ticket instead: what may
 * be fetched, by whom, signed, for a minute.
 */
export function writeTicket<Content>(secret: string, content: Content): string {
  const body = Buffer.from(JSON.stringify({ content, until: Date.now() + lifetimeMs })).toString(
    'base64url',
  );
  return `${body}.${sign(secret, body)}`;
}

/** What a ticket says; null when it is forged or too old. */
export function readTicket<Content>(secret: string, ticket: string): Content | null {
  const [body = '', signature = ''] = ticket.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(secret, body))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { content, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    content: Content;
    until: number;
  };
  return Date.now() <= until ? content : null;
}

/** For this purpose only: a session's token is signed in another way. */
function sign(secret: string, body: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(`export ticket ${body}`)
    .digest('base64url');
}
