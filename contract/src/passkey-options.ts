/**
 * Where a passkey is asked for, without a schema: the login page asks as soon as it is there, and reads what a
 * schema is only when something is sent.
 */
export const passkeyOptions = { method: 'POST', path: '/login/passkey/options' } as const;
