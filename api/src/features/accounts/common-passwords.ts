import { brand } from 'contract/brand';
import { emailKey, foldCase } from '../../db/email-key.ts';
import { Invalid } from '../../http/errors.ts';
import { isBreached } from './breached-passwords.ts';

let common: Promise<Set<string>> | undefined;

/** The commonest passwords, of any length: about 49,000 (ASVS 6.2.4 asks for 3,000). */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

const tooCommon = 'This password is one of the most common ones. Please choose another.';
const breached = 'This password is known from a breach of another site. Please choose another.';
const ownWords = 'This password is little more than a name or an email. Please choose another.';

/** Whose password it is to be. */
interface Owner {
  first_name: string;
  last_name: string;
  email: string;
}

/** So many digits and signs around a word do not make it another one. */
const mostAround = 3;
/** So many other letters and digits do not make a name a password. */
const mostBesideNames = 4;
/** A pattern that goes on for longer is no guess any more. */
const longestPattern = 20;

/**
 * Rejects with Invalid, for the field of this name, when everybody would guess the password: one of
 * the commonest, also with signs for letters and a little around it, the same over and over, or a row
 * of neighbours; or has it from a breach.
 */
export async function refuseCommon(field: string, password: string): Promise<void> {
  common ??= load();
  const all = await common;
  const small = password.toLowerCase();
  const word = plainLetters(small.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
  const isDressed = all.has(word) && [...small].length - [...word].length <= mostAround;
  if (all.has(small) || all.has(plainLetters(small)) || isDressed || isPattern(small)) {
    throw new Invalid({ [field]: tooCommon });
  }
  if (await isBreached(password)) throw new Invalid({ [field]: breached });
}

/**
 * Throws Invalid, for the field of this name, when the password is the company's or its owner's name
 * or e-mail with a little beside it.
 */
export function refuseOwnWords(field: string, password: string, owner: Owner): void {
  if (isOfNames(password, owner)) throw new Invalid({ [field]: ownWords });
}

/** Which letter a sign stands for. */
const letterSigns: Record<string, string> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

/** A text with letters where signs stand for them. */
const plainLetters = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => letterSigns[sign] ?? sign);

/** Whether a text is up to four characters over and over, or each the next one of the one before. */
function isPattern(text: string): boolean {
  if (text.length > longestPattern) return false;
  if (/^(.{1,4})\1+$/su.test(text)) return true;
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, n) => point - (points[n] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** The words of the company and the owner: names, the whole address, and what both are made of. */
function wordsOf({ first_name, last_name, email }: Owner): string[] {
  const parts = [brand.company, first_name, last_name, email].flatMap((name) =>
    name.split(/[^\p{L}\p{M}\p{N}]+/u),
  );
  return [email, ...parts]
    .map((word) => plainLetters(foldCase(word)))
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
}

function isOfNames(text: string, owner: Owner): boolean {
  if (emailKey(text) === emailKey(owner.email)) return true;
  const typed = foldCase(text);
  const plain = plainLetters(typed);
  const without = wordsOf(owner).reduce(
    (left, word) => left.replaceAll(word, '\0'.repeat(word.length)),
    plain,
  );
  if (without === plain) return false;
  // Counted as they were typed: a sign that may stand for a letter is no letter here.
  const rest = typed.split('').filter((_, place) => without.charAt(place) !== '\0');
  return rest.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length <= mostBesideNames;
}
