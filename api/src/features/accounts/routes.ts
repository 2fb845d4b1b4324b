import { endpoints } from 'contract/endpoints';
import { messages } from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../app.ts';
import { route } from '../../http/route.ts';
import { requestReset, resetPassword } from './reset.ts';
import { currentUser, logIn, register } from './service.ts';

/** Sign-up, sign-in, sign-out and the signed-in user. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.register,
    async ({ body }) => {
      await register(services, body);
      return { message: messages.signedUp };
    },
    { status: 201 },
  );

  route(app, endpoints.login, async ({ body }) => ({
    message: messages.signedIn,
    data: await logIn(services, body),
  }));

  route(app, endpoints.logout, async ({ user }) => {
    await services.sessions.end(user.sessionId);
    return { message: messages.signedOut };
  });

  route(app, endpoints.requestReset, async ({ body }) => {
    await requestReset(services, body);
    return { message: messages.resetSent };
  });

  route(app, endpoints.updatePassword, async ({ body }) => {
    await resetPassword(services, body);
    return { message: messages.passwordUpdated };
  });

  route(app, endpoints.me, async ({ user }) => ({ data: await currentUser(services, user.id) }));
}
