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

/**
 * What OWASP asks of Argon2id at least: a recovery code is 40 random bits beyond the group by which it is found,
 * which no list of passwords holds, and ten are hashed in one call.
 */
export const recoveryCodeCost = { ...passwordCost, memoryCost: 19_456 } as const;
