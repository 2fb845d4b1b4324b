import { isIP } from 'node:net';
import { z } from 'zod';
import { list } from './list.ts';

/** An address, or a network such as 10.0.0.0/8; that of everybody is none. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** The proxies whose forwarded headers are believed, separated by commas, or the word `none`. */
export const trustedProxies = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : list(text)))
  .refine((networks) => networks.every(isNetwork), {
    error:
      'must be addresses or networks such as 10.0.0.0/8, separated by commas, or the word none',
  });
