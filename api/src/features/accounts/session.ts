import type { Role } from 'contract/accounts';
import DataLoader from 'dataloader';
import { v7 as uuid, validate } from 'uuid';
import type { Db } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { lacksFactor } from './admin-factor.ts';
import { insertSession } from './login-repository.ts';
import type { UserRow } from './repository.ts';
import { deleteSession, findLiveSessions, noteUse, proveSession } from './sessions-repository.ts';
import { createTokens } from './token.ts';
import type { Try } from './tries.ts';

const noTry: Try = { id: '', keys: [], forgotten: [] };

/** Who makes a request, with the role the database holds now. */
export interface SignedIn {
  id: string;
  role: Role;
  sessionId: string;
  /** They signed in, or proved who they are, in the last minutes. */
  isProved: boolean;
  /** An admin who has to set up a second factor first. */
  lacksFactor: boolean;
}

export interface SessionService {
  /**
   * Opens a session, notes it in the audit log, ends the try to sign in, and answers its token; null
   * when the user's password or standing has changed since the row was read. `device` says in words
   * where from.
   */
  open(
    user: UserRow,
    login: { address: string; attempt?: Try; device?: string },
  ): Promise<string | null>;
  /** Finds who holds a token; null for one that is forged, expired or revoked. */
  find(token: string): Promise<SignedIn | null>;
  /** Finds whose a session is; null for one that has ended. */
  holder(sessionId: string): Promise<SignedIn | null>;
  /** Notes that whoever is behind a session has proved who they are. */
  prove(sessionId: string): Promise<void>;
  /** Makes a session's token worthless in every process at once. */
  end(sessionId: string): Promise<void>;
}

/**
 * Tokens for the browser's storage, each backed by a row: the token proves who, the row says
 * whether it still counts (product A47).
 */
export function createSessions(
  db: Db,
  settings: { secret: string; hours: number; env: Env },
): SessionService {
  const tokens = createTokens(settings.secret);
  // Requests that arrive together ask together: one query, and nothing is remembered.
  const live = new DataLoader<string, SignedIn | null>(
    async (ids) => {
      const found = await findLiveSessions(db, [...ids]);
      await noteUseOf(found.filter(({ isUsedAgain }) => isUsedAgain));
      const sessions = new Map(found.map((s) => [s.sessionId, presentSession(settings.env, s)]));
      return ids.map((id) => sessions.get(id) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );

  /** That they are used is no reason to refuse whoever uses them: a database that is full still reads. */
  async function noteUseOf(used: { sessionId: string }[]): Promise<void> {
    if (used.length === 0) return;
    const ids = used.map(({ sessionId }) => sessionId);
    await noteUse(db, ids).catch(() => {});
  }

  return {
    async open(user, { address, attempt = noTry, device = '' }) {
      const id = uuid();
      const expiresAt = new Date(Date.now() + settings.hours * 3_600_000);
      const opened = await insertSession(db, {
        id,
        userId: user.id,
        passwordHash: user.passwordHash,
        expiresAt,
        entryId: uuid(),
        address,
        device,
        attempt,
      });
      return opened ? tokens.sign(user, id, expiresAt) : null;
    },

    async find(token) {
      const sessionId = await tokens.read(token);
      return sessionId !== null && validate(sessionId) ? live.load(sessionId) : null;
    },

    holder: (sessionId) => live.load(sessionId),

    prove: (sessionId) => proveSession(db, sessionId),

    end: (sessionId) => deleteSession(db, sessionId),
  };
}

type LiveSession = Awaited<ReturnType<typeof findLiveSessions>>[number];

function presentSession(env: Env, session: LiveSession): SignedIn {
  const { id, role, sessionId, isProved } = session;
  return { id, role, sessionId, isProved, lacksFactor: lacksFactor(env, session) };
}
