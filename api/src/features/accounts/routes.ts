import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import { shownTexts } from 'contract/shown';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { presentNotice } from '../agreements/present.ts';
import { untoldChanges } from '../agreements/service.ts';
import { readShown } from '../agreements/shown.ts';
import { audit } from '../audit/service.ts';
import { changePassword } from './change-password.ts';
import { endViews } from './ended-views.ts';
import { logIn } from './log-in.ts';
import { endAllSessions, endOneSession, sessionsOf } from './own-sessions.ts';
import { presentSession } from './present.ts';
import { requestReset, resetPassword } from './reset.ts';
import { currentUser, register } from './service.ts';

/** Sign-up, sign-in, sign-out and the signed-in user. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    endpoints.register,
    async ({ body, request, signal }) => {
      const shown = readShown(shownTexts, request);
      await register(services, { ...body, shown }, { address: request.ip, signal });
      return { message: messages.signedUp };
    },
    { status: 201 },
  );

  route(app, endpoints.login, async ({ body, request, signal }) => {
    const agent = request.headers['user-agent'];
    const data = await logIn(services, body, { address: request.ip, signal, agent });
    return { message: 'token' in data ? messages.signedIn : messages.secondStep, data };
  });

  route(app, endpoints.logout, async ({ user, request }) => {
    const by = { actorId: user.id, address: request.ip };
    const ended = await services.sessions.end(user);
    if (user.role === 'admin') await endViews(services.db, ended, { ...by, why: 'logged out' });
    await audit(services.db, { action: 'logout', ...by });
    return { message: messages.signedOut };
  });

  route(app, endpoints.requestReset, async ({ body, request }) => {
    await requestReset(services, body, request.ip);
    return { message: messages.resetSent };
  });

  route(app, endpoints.updatePassword, async ({ body, request, signal }) => {
    const agent = request.headers['user-agent'];
    const device = await resetPassword(services, body, { address: request.ip, signal, agent });
    return { message: messages.passwordUpdated, data: device === null ? undefined : { device } };
  });

  route(app, endpoints.me, async ({ user }) => {
    const [data, untold] = await Promise.all([
      currentUser(services, user.id),
      untoldChanges(services, user.id),
    ]);
    return { data, notices: untold.map(presentNotice) };
  });

  route(app, endpoints.changePassword, async ({ user, body, request, signal }) => {
    const agent = request.headers['user-agent'];
    const from = { address: request.ip, signal, agent };
    const device = await changePassword(services, user, body, from);
    return { message: messages.passwordChanged, data: { device } };
  });

  route(app, endpoints.listSessions, async ({ user }) => ({
    data: (await sessionsOf(services, user.id)).map((one) => presentSession(one, user.sessionId)),
  }));

  route(app, endpoints.endSession, async ({ user, params, request }) => {
    const act = { userId: user.id, actorId: user.id, address: request.ip };
    await endOneSession(services, act, params.id);
    return { message: messages.sessionEnded };
  });

  route(app, endpoints.endOtherSessions, async ({ user, request }) => {
    const act = { userId: user.id, actorId: user.id, address: request.ip };
    await endAllSessions(services, act, user.sessionId);
    return { message: messages.sessionsEnded };
  });
}
