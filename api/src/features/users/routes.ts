import { endpoints } from 'contract/endpoints';
import { toPounds } from 'contract/format';
import * as messages from 'contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { endAllSessions, endOneSession, sessionsOf } from '../accounts/own-sessions.ts';
import { presentSession } from '../accounts/present.ts';
import { noteListOpened, noteOpened } from '../audit/service.ts';
import { presentAdminPayment } from '../billing/payments/present.ts';
import { presentAdminSubscription } from '../billing/subscriptions/present.ts';
import { presentPage } from '../lists/service.ts';
import { allowOneTrial } from './allow-trial.ts';
import { createUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { historyOf } from './history.ts';
import { allUsers } from './list.ts';
import { changeOwnName } from './own-name.ts';
import { presentUser } from './present.ts';
import { changeUser, getUser } from './service.ts';

/** The users as admins manage them, and the name that somebody gives themselves. */
export function userRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listUsers, async ({ query, user, request }) => {
    const page = await allUsers.page(services, query);
    await noteListOpened(services, readerOf(user, request), { list: 'users', query }, page);
    return { data: presentPage('users', page, presentUser) };
  });

  route(app, endpoints.changeName, async ({ user, body, request }) => {
    await changeOwnName(services, { id: user.id, address: request.ip }, body);
    return { message: messages.nameChanged };
  });

  route(app, endpoints.setUserStatus, async ({ params, body, user, request }) => {
    const act = { adminId: user.id, userId: params.id, address: request.ip };
    await changeUser(services, act, body);
    return { message: body.isActive ? 'User activated' : 'User deactivated' };
  });

  route(app, endpoints.getUser, async ({ params, user, request }) => {
    const found = await getUser(services, params.id);
    await noteOpened(services, readerOf(user, request), found.id);
    return { data: presentUser(found) };
  });

  route(
    app,
    endpoints.createUser,
    async ({ body, user, request }) => {
      const act = { adminId: user.id, address: request.ip };
      const created = await createUser(services, act, body);
      return {
        message: `User created. A link to set the password was sent to ${created.email}`,
        data: presentUser(created),
      };
    },
    { status: 201 },
  );

  route(app, endpoints.updateUser, async ({ params, body, user, request }) => {
    const act = { adminId: user.id, userId: params.id, address: request.ip };
    return { message: 'User updated', data: presentUser(await changeUser(services, act, body)) };
  });

  route(app, endpoints.deleteUser, async ({ params, user, request }) => {
    await deleteUser(services, { adminId: user.id, userId: params.id, address: request.ip });
    return { message: 'User deleted' };
  });

  route(app, endpoints.allowTrial, async ({ params, user, request }) => {
    await allowOneTrial(services, { adminId: user.id, userId: params.id, address: request.ip });
    return { message: 'One more free trial is allowed' };
  });

  route(app, endpoints.adminListSessions, async ({ params, user, request }) => {
    const found = await sessionsOf(services, params.id);
    await noteOpened(services, readerOf(user, request), params.id);
    return { data: found.map((one) => presentSession(one, user.sessionId)) };
  });

  route(app, endpoints.adminEndSession, async ({ params, user, request }) => {
    const act = { userId: params.id, actorId: user.id, address: request.ip };
    await endOneSession(services, act, params.session);
    return { message: messages.sessionEnded };
  });

  route(app, endpoints.adminEndSessions, async ({ params, user, request }) => {
    const act = { userId: params.id, actorId: user.id, address: request.ip };
    await endAllSessions(services, act);
    return { message: messages.sessionsOfUserEnded };
  });

  route(app, endpoints.userHistory, async ({ params, user: admin, request }) => {
    const { user, ...history } = await historyOf(services, params.id);
    await noteOpened(services, readerOf(admin, request), user.id);
    const now = services.stripeClock.now();
    return {
      data: {
        has_access: history.hasAccess,
        because: history.because,
        credit: history.credit === null ? null : toPounds(history.credit),
        trial_allowed: history.isTrialAllowed,
        two_step_login: history.hasFactor,
        subscriptions: history.subscriptions.map((subscription) =>
          presentAdminSubscription({ subscription, holder: user }, now),
        ),
        payments: history.payments.map((payment) => presentAdminPayment({ payment, payer: user })),
        timeline: history.timeline,
      },
    };
  });
}

function readerOf({ id }: { id: string }, { ip }: FastifyRequest) {
  return { actorId: id, address: ip };
}
