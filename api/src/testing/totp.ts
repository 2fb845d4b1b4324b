import { createHmac } from 'node:crypto';

/*
 * RFC 6238 written out anew, so that what the product does is compared with the standard and not with
 * the package that it uses.
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret in base32, as an authenticator app is given it. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app with this secret shows, so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(at) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
