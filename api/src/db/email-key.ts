import { domainToASCII } from 'node:url';

/** What a host's name is made of; beyond it `domainToASCII` reads a path or a port. */
const hostName = /^[\p{L}\p{M}\p{N}.。_-]+$/u;

/**
 * The one form of an e-mail by which accounts are told apart, found and counted: whoever types a
 * letter in another way, such as full-width, in capitals or with its accent apart, means the same
 * mailbox. Made nowhere but here: the database and JavaScript differ in what a letter's small form is.
 * Mails go to the address as it was typed.
 */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@');
  return `${foldCase(email.slice(0, at))}@${hostKey(email.slice(at + 1).normalize('NFKC'))}`;
}

/** A host as it is asked for in the DNS; a name that cannot be is a text like any other. */
function hostKey(host: string): string {
  const ascii = hostName.test(host) ? domainToASCII(host) : '';
  return (ascii || foldCase(host)).replace(/\.+$/, '');
}

/**
 * A text in small letters, however each was typed. By way of the capitals: some have two small letters
 * (the Greek sigma), some small ones none (ß).
 */
export function foldCase(text: string): string {
  const compatible = text.normalize('NFKC');
  return compatible.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
