import { Invalid } from '../../http/errors.ts';

let common: Promise<Set<string>> | undefined;

/** The commonest passwords that a form would let through: about 15,000 (ASVS 6.2.4 asks for 3,000). */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));
}

/** Rejects with Invalid, for the field of this name, when everybody would guess the password. */
export async function refuseCommon(field: string, password: string): Promise<void> {
  common ??= load();
  if (!(await common).has(password.toLowerCase())) return;
  throw new Invalid({
    [field]: 'This password is one of the most common ones. Please choose another.',
  });
}
