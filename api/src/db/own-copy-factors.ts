import { eq } from 'drizzle-orm';
import { copied, key, type Plan, secret, theirs, workings } from './own-copy-parts.ts';
import * as schema from './schema.ts';

/** What of somebody's second factors is in the copy of their data: that they are there, and nothing to log in by. */
export const factorParts: {
  authenticatorApps: Plan<typeof schema.authenticatorApps>;
  passkeys: Plan<typeof schema.passkeys>;
  recoveryCodes: Plan<typeof schema.recoveryCodes>;
} = {
  authenticatorApps: {
    name: 'authenticatorApps',
    rowsOf: ({ id }) => eq(schema.authenticatorApps.userId, id),
    columns: {
      id: key,
      userId: theirs,
      secret,
      confirmedAt: copied,
      lastStep: workings,
      lastUsedAt: copied,
      createdAt: copied,
    },
  },
  passkeys: {
    name: 'passkeys',
    rowsOf: ({ id }) => eq(schema.passkeys.userId, id),
    columns: {
      id: key,
      userId: theirs,
      credentialId: copied,
      publicKey: workings,
      counter: workings,
      transports: copied,
      lastUsedAt: copied,
      createdAt: copied,
    },
  },
  recoveryCodes: {
    name: 'recoveryCodes',
    rowsOf: ({ id }) => eq(schema.recoveryCodes.userId, id),
    columns: { id: key, userId: theirs, lookup: secret, codeHash: secret, createdAt: copied },
  },
};
