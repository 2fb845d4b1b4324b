import type { Access, Endpoint, Proof } from 'contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionService, SignedIn } from '../features/accounts/session.ts';
import type { Entry } from '../features/audit/service.ts';
import { FactorNeeded, Forbidden, ProofNeeded, Unauthorised, ViewOnly } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: SessionService;
    /** Adds to the audit log what may be repeated at will. */
    audit: (entry: Entry & { actorId: string }) => Promise<void>;
  }
  interface FastifyRequest {
    user: SignedIn | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Who may make a call, and what else there is to it. */
interface Rules {
  access: Access;
  proof?: Proof | undefined;
  /** It reads, and yet hands out what acts. */
  acts?: true | undefined;
  /** It leads to a second factor, or out. */
  beforeFactor?: true | undefined;
}

/**
 * A hook that lets in who may call. The role is the database's as of now, not the token's. Where a
 * recent proof is asked for, a sign-in is one, too (product S504). Whoever needs a second factor and has
 * none is let do what leads to one (product A507, A512). An admin who sees what a user sees only
 * reads. Throws Unauthorised, Forbidden, FactorNeeded, ProofNeeded or ViewOnly.
 */
export function requireAccess({ access, proof, acts, beforeFactor }: Rules, recognise = false) {
  const decide = async (request: FastifyRequest, token: string | null): Promise<void> => {
    request.user = token ? await request.server.sessions.find(token) : null;
    // Before the role: what an admin sees is not to be held against whose pages it is.
    const isPublic = access === 'anyone' && isRead(request);
    const isOpen = isPublic || (access === 'signed-in' && isRead(request) && !acts);
    if (request.user?.isView && !isOpen) throw new ViewOnly();
    if (access === 'anyone') return;
    if (!request.user) throw new Unauthorised();
    if (access === 'admin' && request.user.role !== 'admin') {
      await request.server.audit({
        action: 'access.refused',
        actorId: request.user.id,
        target: request.routeOptions.url,
        address: request.ip,
      });
      throw new Forbidden();
    }
    if (request.user.lacksFactor && !beforeFactor) throw new FactorNeeded(request.user.role);
    if (proof === 'recent' && !request.user.isProved) throw new ProofNeeded();
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = bearer(request);
    // Whose key it is, and whether it is live, is found with what is asked for.
    if (access === 'product') done(token ? undefined : new Unauthorised());
    // There is nothing to wait for where anyone may come and nobody says who it is.
    else if (access === 'anyone' && (!token || (!recognise && isRead(request)))) done();
    else decide(request, token).then(() => done(), done);
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** What a caller names to be known by. */
export function bearer(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}
