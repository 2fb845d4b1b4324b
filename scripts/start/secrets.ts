import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export type Secrets = {
  /** Signs the session tokens: 32 random bytes, base64url. */
  jwtSecret: string;
  /** Signs product logins: 32 bytes in base64url, made of `jwtSecret`. */
  loginKey: string;
  /** With which the example product asks, and which signs what it is told: made of `jwtSecret`, too. */
  exampleKey: string;
  exampleSecret: string;
  /** Signs the sandbox's webhooks. */
  webhookSecret: string;
};

const create = () => ({
  jwtSecret: randomBytes(32).toString('base64url'),
  webhookSecret: `whsec_${randomBytes(32).toString('base64url')}`,
});

function writeOnce(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, content);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}

/**
 * The secrets of this data folder, made at the first call and kept in secrets.json, which only its
 * owner may read. Throws when the file is there but cannot be used: new secrets would end every
 * session, so that is left to a person.
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) writeOnce(file, `${JSON.stringify(create(), null, 2)}\n`);
  try {
    const { jwtSecret, webhookSecret } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof jwtSecret === 'string' && typeof webhookSecret === 'string') {
      const made = (purpose: string) => createHmac('sha256', jwtSecret).update(purpose);
      return {
        jwtSecret,
        webhookSecret,
        loginKey: made('product logins').digest('base64url'),
        exampleKey: `pk_portfolio_${made('example product key').digest('base64url')}`,
        exampleSecret: `whsec_${made('example product secret').digest('base64')}`,
      };
    }
  } catch {
    // Answered below: unreadable and incomplete are the same to the reader.
  }
  throw new Error(
    `${file} is damaged. Restore it, or delete it to sign everyone out and begin anew.`,
  );
}
