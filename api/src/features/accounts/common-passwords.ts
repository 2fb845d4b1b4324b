import { dictionary } from '@zxcvbn-ts/language-common';
import { Invalid } from '../../http/errors.ts';

/** The commonest passwords that a form would let through: about 15,000 (ASVS 6.2.4 asks for 3,000). */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));

/** Throws Invalid, for the field of this name, when everybody would guess the password. */
export function refuseCommon(field: string, password: string): void {
  if (!common.has(password.toLowerCase())) return;
  throw new Invalid({
    [field]: 'This password is one of the most common ones. Please choose another.',
  });
}
