import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Texts that we give out and get back, of one purpose: nobody else can have made them. */
export interface Signed<Content> {
  write(content: Content): string;
  /** What a text says; null when it is forged, too old, or of another purpose. */
  read(text: string): Content | null;
}

/** Signs what is good for `lifetimeMs`. `secret` is base64url; a session's token is signed in another way. */
export function signed<Content>(
  secret: string,
  purpose: string,
  lifetimeMs: number,
): Signed<Content> {
  // Made once: from the bytes, it would be made anew for every signature.
  const key = createSecretKey(Buffer.from(secret, 'base64url'));
  const sign = (body: string) =>
    createHmac('sha256', key).update(`${purpose} ${body}`).digest('base64url');
  return {
    write(content) {
      const until = Date.now() + lifetimeMs;
      const body = Buffer.from(JSON.stringify({ content, until })).toString('base64url');
      return `${body}.${sign(body)}`;
    },

    read(text) {
      const [body = '', signature = ''] = text.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(body))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const { content, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
        content: Content;
        until: number;
      };
      return Date.now() <= until ? content : null;
    },
  };
}
