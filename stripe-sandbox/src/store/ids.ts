import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random string of letters and digits of the given length. */
export function randomText(length: number): string {
  // 248 is the largest multiple of 62 in a byte: beyond it the first letters would be likelier.
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** A new id in Stripe's manner: prefix, underscore, random letters and digits. */
export function newId(prefix: string): string {
  const short = ['cus', 'prod', 'si', 'sub_sched'].includes(prefix);
  return `${prefix}_${short ? randomText(14) : `1${randomText(23)}`}`;
}
