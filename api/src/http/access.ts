import type { Access, Endpoint, Proof } from 'contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionService, SignedIn } from '../features/accounts/session.ts';
import type { Entry } from '../features/audit/service.ts';
import { FactorNeeded, Forbidden, ProofNeeded, Unauthorised } from './errors.ts';

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

/**
 * A hook that lets in who may call. The role is the database's as of now, not the token's. Where a
 * recent proof is asked for, a sign-in is one, too (product S504). Throws Unauthorised, Forbidden,
 * FactorNeeded or ProofNeeded.
 */
export function requireAccess(access: Access, recognise: boolean, proof?: Proof) {
  const decide = async (request: FastifyRequest, token: string | null): Promise<void> => {
    request.user = token ? await request.server.sessions.find(token) : null;
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
    if (access === 'admin' && request.user.lacksFactor) throw new FactorNeeded();
    if (proof === 'recent' && !request.user.isProved) throw new ProofNeeded();
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = bearer(request);
    // There is nothing to wait for where anyone may come and nobody says who it is.
    if (access === 'anyone' && (!recognise || !token)) done();
    else decide(request, token).then(() => done(), done);
  };
}

function bearer(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}
