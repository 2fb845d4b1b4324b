import { Buffer } from 'node:buffer';
import { newSecret, presentSecret, stepOf } from '../../api/src/features/second-factors/totp.ts';
import { counterAfter } from '../../api/src/features/second-factors/use-passkey.ts';
import { newAuthenticator } from '../../api/src/testing/authenticator.ts';
import { codeOf } from '../../api/src/testing/totp.ts';
import type { Row } from './report.ts';

const site = 'http://localhost:3000';
const warmUp = 100;
const times = 2_000;
/** Bytes of a public key on P-256 in COSE, with which the attestation ends. */
const keyLength = 77;

/** What looking at a code of an app takes, and at what a passkey has signed, one after the other. */
export async function benchSecondFactors(): Promise<Row[]> {
  const secret = newSecret();
  const { secret: base32 } = await presentSecret(secret, 'priya.nair@hospital.test');
  const byCode = await timesOf(() => {
    const code = codeOf(base32);
    return () => stepOf(secret, code);
  });
  const authenticator = newAuthenticator(site);
  const { response } = authenticator.create({ challenge: 'AAAA' }) as {
    response: { attestationObject: string };
  };
  const key = Buffer.from(response.attestationObject, 'base64url').subarray(-keyLength);
  const passkey = { credentialId: authenticator.id, publicKey: key, counter: 0, transports: [] };
  const byPasskey = await timesOf(() => {
    const signed = authenticator.get({ challenge: 'BBBB' });
    return () => counterAfter({ APP_URL: site }, passkey, 'BBBB', signed);
  });
  return [
    { what: 'a code of an app is looked at, median and p99', figure: byCode },
    { what: 'what a passkey has signed is looked at, median and p99', figure: byPasskey },
  ];
}

/** `prepare` answers what is measured, which answers null where it fails. */
async function timesOf(prepare: () => () => Promise<number | null>): Promise<string> {
  const took: number[] = [];
  for (let n = 0; n < warmUp + times; n += 1) {
    const act = prepare();
    const began = performance.now();
    if ((await act()) === null) throw new Error('It was refused');
    if (n >= warmUp) took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor(times * share)] ?? 0).toFixed(2);
  return `${at(0.5)} and ${at(0.99)} ms`;
}
