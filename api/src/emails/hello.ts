/** What a mail program may make a link of. */
const addressLike = /\p{L}\p{M}*\.[\p{L}\p{M}]{2}|:\/\/|@/u;
/** Nobody's first name is longer; a sentence is. */
const longest = 60;

/** The words a mail begins with; without a name that is an address or could be a sentence. */
export function hello(firstName: string): string {
  return addressLike.test(firstName) || firstName.length > longest
    ? 'Hello,'
    : `Hello ${firstName},`;
}
