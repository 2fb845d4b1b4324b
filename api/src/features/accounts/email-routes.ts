import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { askForChange, emailOf, takeBackChange } from './email-change.ts';
import { confirmChange, undoChange } from './email-change-links.ts';
import { askAgain, verifyEmail } from './verification.ts';

const visitor = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  agent: headers['user-agent'],
});

/** The e-mail of an account: showing that it is one's own, and taking another one. */
export function emailRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.verifyEmail, async ({ body, request }) => {
    await verifyEmail(services, body.token, request.ip);
    return { message: messages.emailVerified };
  });

  route(app, endpoints.sendVerification, async ({ user }) => ({
    message: await askAgain(services, user.id),
  }));

  route(app, endpoints.readEmail, async ({ user }) => ({ data: await emailOf(services, user.id) }));

  route(app, endpoints.changeEmail, async ({ user, body, request, signal }) => {
    await askForChange(services, user, body, { ...visitor(request), signal });
    return { message: messages.changeSent };
  });

  route(app, endpoints.cancelEmailChange, async ({ user, request }) => {
    await takeBackChange(services, { id: user.id, address: request.ip });
    return { message: messages.changeTakenBack };
  });

  route(app, endpoints.confirmEmail, async ({ body, request }) => {
    await confirmChange(services, body.token, visitor(request));
    return { message: messages.emailChanged };
  });

  route(app, endpoints.undoEmail, async ({ body, request }) => {
    await undoChange(services, body.token, visitor(request));
    return { message: messages.emailRestored };
  });
}
