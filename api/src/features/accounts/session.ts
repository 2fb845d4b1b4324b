import type { Role } from 'contract/accounts';
import { v7 as uuid, validate } from 'uuid';
import type { Db } from '../../db/client.ts';
import { type CountedTry, noCount } from '../../db/count-tries.ts';
import { together } from '../../db/together.ts';
import type { Env } from '../../env.ts';
import { TooMany } from '../../http/errors.ts';
import { insertSession } from './login-repository.ts';
import { mayOpenProducts } from './may-open-products.ts';
import { lacksFactor } from './needed-factor.ts';
import { holdUser, type UserRow } from './repository.ts';
import {
  deleteSessionOf,
  findLiveSessions,
  noteUse,
  proveSession,
  renewSession,
} from './sessions-repository.ts';
import { createTokens } from './token.ts';
import type { Try } from './tries-repository.ts';
import { insertView } from './views-repository.ts';

/**
 * What somebody logs in with, in the words of the audit log; a code comes after the password. Of a second factor
 * it is asked, once they are held, whether it is still theirs.
 */
type LoginBy =
  | { factor: 'password' }
  | {
      factor: 'app' | 'recovery code' | 'passkey';
      isStillThere: (transaction: Db) => Promise<boolean>;
    };

const noTry: Try = { id: '', keys: [], forgotten: [] };

/** Who makes a request, with the role the database holds now. */
export interface SignedIn {
  id: string;
  role: Role;
  sessionId: string;
  /** They signed in, or proved who they are, in the last minutes. */
  isProved: boolean;
  /** They have to set up a second factor first. */
  lacksFactor: boolean;
  /** Their e-mail is known to be theirs. */
  isVerified: boolean;
  /** They are led into the products they hold. */
  mayOpenProducts: boolean;
  /** An admin, who sees what this user sees and may only read. */
  isView: boolean;
}

export interface SessionService {
  /**
   * Opens a session, notes it in the audit log, ends the try to sign in, and answers its token; null
   * when the user's password or standing has changed since the row was read, or the second factor is gone
   * that was used. `factor` is what was used, `device` says in words where from.
   * A log-in by a password is `counted`; throws TooMany for one too many.
   */
  open(
    user: UserRow,
    login: LoginBy & {
      address: string;
      attempt?: Try;
      device?: string;
      counted?: CountedTry;
    },
  ): Promise<string | null>;
  /**
   * Opens a session in which the admin of another one sees what a user sees, for so many minutes at most;
   * null when the admin's has ended.
   */
  openView(
    transaction: Db,
    user: UserRow,
    view: { viewerSessionId: string; minutes: number },
  ): Promise<{ token: string; expiresAt: Date } | null>;
  /** Finds who holds a token; null for one that is forged, expired or revoked. */
  find(token: string): Promise<SignedIn | null>;
  /** Finds whose a session is; null for one that has ended. */
  holder(sessionId: string): Promise<SignedIn | null>;
  /** Notes that whoever is behind a session has proved who they are. */
  prove(sessionId: string): Promise<void>;
  /**
   * The same, and answers a new token of the session: the one before proves nothing, and is over in seconds.
   * Null, and nothing but the proof, for a session that is nearly over.
   */
  renew(user: UserRow, from: { sessionId: string; address: string }): Promise<string | null>;
  /** Makes the tokens of a user's session worthless in every process at once. Answers the rows of it that went. */
  end(session: { id: string; sessionId: string }): Promise<string[]>;
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
  const live = together<string, SignedIn | null>(async (ids) => {
    const found = await findLiveSessions(db, [...ids], settings.env.REQUIRE_SECOND_FACTOR);
    await noteUseOf(found.filter(({ isUsedAgain }) => isUsedAgain));
    const sessions = new Map(found.map((s) => [s.sessionId, presentSession(settings.env, s)]));
    return ids.map((id) => sessions.get(id) ?? null);
  });

  /** That they are used is no reason to refuse whoever uses them: a database that is full still reads. */
  async function noteUseOf(used: { sessionId: string }[]): Promise<void> {
    if (used.length === 0) return;
    const ids = used.map(({ sessionId }) => sessionId);
    await noteUse(db, ids).catch(() => {});
  }

  return {
    async open(user, login) {
      const { address, factor, attempt = noTry, device = '', counted = noCount } = login;
      const id = uuid();
      const expiresAt = new Date(Date.now() + settings.hours * 3_600_000);
      const { id: userId, passwordHash } = user;
      const how = { address, factor, device, attempt, counted };
      const session = { id, userId, passwordHash, expiresAt, ...how };
      const { isOpened, wait } =
        login.factor === 'password'
          ? await insertSession(db, session)
          : await db.transaction(async (transaction) => {
              // What is under way and removes factors is waited for: what was accepted may be gone by then.
              await holdUser(transaction, userId);
              return (await login.isStillThere(transaction))
                ? insertSession(transaction, session)
                : { isOpened: false, wait: 0 };
            });
      if (wait > 0) throw new TooMany(Math.ceil(wait));
      return isOpened ? tokens.sign(user, id, expiresAt) : null;
    },

    async openView(transaction, user, { viewerSessionId, minutes }) {
      const view = { id: uuid(), userId: user.id, viewerSessionId, minutes };
      const expiresAt = await insertView(transaction, view);
      return expiresAt && { token: await tokens.sign(user, view.id, expiresAt), expiresAt };
    },

    async find(token) {
      const sessionId = await tokens.read(token);
      return sessionId !== null && validate(sessionId) ? live.load(sessionId) : null;
    },

    holder: (sessionId) => live.load(sessionId),

    prove: (sessionId) => proveSession(db, sessionId),

    async renew(user, { sessionId, address }) {
      const newId = uuid();
      const renewed = await db.transaction(async (transaction) => {
        // Whatever ends all sessions would miss the row of the token before, which comes only now.
        await holdUser(transaction, user.id);
        return renewSession(transaction, { id: sessionId, newId, address });
      });
      if (renewed) return tokens.sign(user, newId, renewed.expiresAt);
      await proveSession(db, sessionId);
      return null;
    },

    async end({ id, sessionId }) {
      return (await deleteSessionOf(db, id, sessionId)).map((ended) => ended.id);
    },
  };
}

type LiveSession = Awaited<ReturnType<typeof findLiveSessions>>[number];

function presentSession(env: Env, session: LiveSession): SignedIn {
  const { id, role, sessionId, isProved, isView, emailVerifiedAt } = session;
  return {
    ...{ id, role, sessionId, isProved, isView },
    lacksFactor: lacksFactor(env, session),
    isVerified: emailVerifiedAt !== null,
    mayOpenProducts: mayOpenProducts(session),
  };
}
