import type { Algorithm } from '@node-rs/argon2';

/**
 * Argon2id, 64 MiB as RFC 9106 recommends where memory is dear, two passes, one lane: three times
 * what OWASP Password Storage asks for at least.
 */
export const passwordCost = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 65_536,
  timeCost: 2,
  parallelism: 1,
} as const;
