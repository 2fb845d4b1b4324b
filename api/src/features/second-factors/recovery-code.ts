import { randomInt } from 'node:crypto';
import { hashOnThread, verifyOnThread } from '../accounts/hashing-threads.ts';
import { recoveryCodeCost } from '../accounts/password-cost.ts';

/** Crockford's base32: no two characters that a hand or an eye takes for each other. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 3;
const groupLength = 4;
const length = groups * groupLength;

/** How many somebody is given at a time. */
const codesAtOnce = 10;

/** A code in the one form in which it is hashed; null for what is none. */
export function readRecoveryCode(typed: string): { code: string; lookup: string } | null {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  if (code.length !== length || [...code].some((char) => !alphabet.includes(char))) return null;
  return { code, lookup: code.slice(0, groupLength) };
}

/** Ten new codes, no two with the same first group, as they are shown: 'k7d2-9xqm-4tzp'. */
export function newRecoveryCodes(): string[] {
  const codes = new Map<string, string>();
  while (codes.size < codesAtOnce) {
    const parts = Array.from({ length: groups }, group);
    codes.set(parts[0] ?? '', parts.join('-'));
  }
  return [...codes.values()];
}

function group(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function hashRecoveryCode(code: string): Promise<string> {
  return hashOnThread(code, recoveryCodeCost);
}

export function recoveryCodeMatches(code: string, codeHash: string): Promise<boolean> {
  return verifyOnThread(codeHash, code);
}
