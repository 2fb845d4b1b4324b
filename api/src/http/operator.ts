import { jwtVerify, SignJWT } from 'jose';
import { Unauthorised } from './errors.ts';

const audience = 'operator';
const keyOf = (secret: string) => Buffer.from(secret, 'base64url');

/** Proves for a minute that the caller has the server's own secret, as its operator does. */
export function operatorToken(jwtSecret: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime('1m')
    .sign(keyOf(jwtSecret));
}

/** Throws Unauthorised unless a request's authorization is such a proof. */
export async function expectOperator(jwtSecret: string, authorization = ''): Promise<void> {
  const token = authorization.replace(/^Bearer /, '');
  const options = { audience, algorithms: ['HS256'], requiredClaims: ['exp'] };
  await jwtVerify(token, keyOf(jwtSecret), options).catch(() => {
    throw new Unauthorised();
  });
}
