import { endpoints } from 'contract/endpoints';
import { messages } from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { logIn } from './log-in.ts';
import { requestReset, resetPassword } from './reset.ts';
import { currentUser, register } from './service.ts';

/** Sign-up, sign-in, sign-out and the signed-in user. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.register,
    async ({ body, request, signal }) => {
      await register(services, body, { address: request.ip, signal });
      return { message: messages.signedUp };
    },
    { status: 201 },
  );

  route(app, endpoints.login, async ({ body, request, signal }) => {
    const data = await logIn(services, body, { address: request.ip, signal });
    return { message: 'token' in data ? messages.signedIn : messages.secondStep, data };
  });

  route(app, endpoints.logout, async ({ user, request }) => {
    await services.sessions.end(user.sessionId);
    await audit(services.db, { action: 'logout', actorId: user.id, address: request.ip });
    return { message: messages.signedOut };
  });

  route(app, endpoints.requestReset, async ({ body, request }) => {
    await requestReset(services, body, request.ip);
    return { message: messages.resetSent };
  });

  route(app, endpoints.updatePassword, async ({ body, request, signal }) => {
    await resetPassword(services, body, { address: request.ip, signal });
    return { message: messages.passwordUpdated };
  });

  route(app, endpoints.me, async ({ user }) => ({ data: await currentUser(services, user.id) }));
}
