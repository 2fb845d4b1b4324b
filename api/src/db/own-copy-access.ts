import { eq } from 'drizzle-orm';
import { copied, derived, key, type Plan, secret, theirs } from './own-copy-parts.ts';
import * as schema from './schema.ts';

const link = { keyHash: secret, userId: theirs, createdAt: copied, expiresAt: copied };

/** What of somebody's sessions and mailed links is in the copy of their data: nothing to log in by. */
export const accessParts: {
  sessions: Plan<typeof schema.sessions>;
  passwordResets: Plan<typeof schema.passwordResets>;
  emailChanges: Plan<typeof schema.emailChanges>;
  emailLinks: Plan<typeof schema.emailLinks>;
} = {
  sessions: {
    name: 'sessions',
    rowsOf: ({ id }) => eq(schema.sessions.userId, id),
    columns: {
      id: secret,
      userId: theirs,
      createdAt: copied,
      expiresAt: copied,
      device: copied,
      lastUsedAt: copied,
      provedAt: copied,
      viewerSessionId: secret,
    },
  },
  passwordResets: {
    name: 'passwordResetLinks',
    rowsOf: ({ id }) => eq(schema.passwordResets.userId, id),
    columns: link,
  },
  emailChanges: {
    name: 'changesOfEmail',
    rowsOf: ({ id }) => eq(schema.emailChanges.userId, id),
    columns: {
      id: key,
      userId: theirs,
      emailBefore: copied,
      email: copied,
      confirmedAt: copied,
      wasVerified: copied,
      expiresAt: copied,
      createdAt: copied,
    },
  },
  emailLinks: {
    name: 'linksAboutYourEmail',
    rowsOf: ({ id }) => eq(schema.emailLinks.userId, id),
    columns: { ...link, purpose: copied, email: copied, emailKey: derived, changeId: key },
  },
};
