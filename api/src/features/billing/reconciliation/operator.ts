import { jwtVerify, SignJWT } from 'jose';

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

/** Whether a request's authorization is such a proof. */
export async function isOperator(jwtSecret: string, authorization = ''): Promise<boolean> {
  const token = authorization.replace(/^Bearer /, '');
  const options = { audience, algorithms: ['HS256'], requiredClaims: ['exp'] };
  return jwtVerify(token, keyOf(jwtSecret), options).then(
    () => true,
    () => false,
  );
}
