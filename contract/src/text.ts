import { z } from 'zod';

/** NUL has no place in a database's text, and half a character in no text at all. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * An id of ours, in the one form in which it is stored and compared; `unknown` is said of what is
 * none.
 */
export const idOf = (unknown: string) => z.uuid(unknown).toLowerCase();

/**
 * What is searched for. A letter and its accent that were typed as two characters are put together,
 * as in the names that are kept.
 */
export const search = () => text(200).normalize();

/**
 * Any text the API takes, but for passwords, of which only the hash is kept: at most `longest`
 * UTF-16 units, and nothing that cannot be stored. `missing` is said when there is no text, `tooLong`
 * when there is too much.
 */
export function text(longest: number, missing?: string, tooLong?: string) {
  return z
    .string(missing)
    .max(longest, tooLong)
    .refine(isStorable, 'This contains a character that cannot be stored');
}
