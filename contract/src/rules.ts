import { z } from 'zod';
import { isDeletedEmail } from './deleted-email.ts';
import { resetChecklist } from './password-checklists.ts';
import { text } from './text.ts';

/**
 * The simple x@y.z pattern (product A13), of one plain address: no list, no quoting, nothing
 * that cannot be seen or stored.
 */
const emailPattern =
  /^[^\s@,;:<>()"\\[\]\p{C}]+@[^\s@,;:<>()"\\[\]\p{C}]+\.[^\s@,;:<>()"\\[\]\p{C}]+$/u;

/** A name is one line, and shows something. A letter and its accent are one character in it. */
const controls = /\p{Cc}/u;
const visible = /[\p{L}\p{N}\p{S}]/u;

/**
 * An e-mail address as typed; compared without case by the server. Nobody takes one that a deleted
 * user is to be left with.
 */
export const email = z
  .string('Email is required')
  .trim()
  .normalize()
  .min(1, 'Email is required')
  // Nothing longer is matched: the time the pattern may take grows with the square of the length.
  .max(254, { error: 'Please enter a valid email address', abort: true })
  .regex(emailPattern, 'Please enter a valid email address')
  .refine((address) => !isDeletedEmail(address), 'Please enter a valid email address');

/** The password on the login form: never trimmed. */
export const loginPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(6, 'Password must be at least 6 characters')
  .max(1024, 'Password must be at most 1024 characters');

/** A new password at sign-up: never trimmed, never cut. */
export const newPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(1024, 'Password must be at most 1024 characters');

/** A new password in the form of the reset page, which alone asks for four kinds of character (product A18). */
export const resetPassword = newPassword.refine(
  (password) => resetChecklist.every(({ holds }) => holds(password)),
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character',
);

/** What people are called by: letters and their marks, which may be joined, spaces, ', - and a full stop. */
const nameLetters = /^(?:[\p{L}\p{M}\p{Zs}'’.-]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L}))+$/u;

function storableName(label: string, longest: number) {
  return text(longest, `${label} is required`, `${label} must be at most ${longest} characters`)
    .trim()
    .normalize()
    .min(1, `${label} is required`)
    .min(2, `${label} must be at least 2 characters`)
    .refine((name) => !controls.test(name) && visible.test(name), {
      error: `${label} contains a character that cannot be stored`,
      abort: true,
    });
}

/** A name that is new: what is in it stands in mails, which are no place for anybody's sentences. */
const newName = (label: string) =>
  storableName(label, 80).refine(
    (name) => nameLetters.test(name) && /\p{L}/u.test(name),
    `${label} may hold letters, spaces, apostrophes, hyphens and full stops`,
  );

export const firstName = newName('First name');
export const lastName = newName('Last name');

/** Names that somebody may already have: where one stays as it is, older rules let it in. */
export const keptFirstName = storableName('First name', 100);
export const keptLastName = storableName('Last name', 100);
