import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { SignedIn } from '../accounts/session.ts';
import { logInByPasskey, startPasskeyLogIn } from './passkey-sign-in.ts';
import { confirmPasskey, startPasskey } from './passkeys.ts';
import { presentFactor } from './present.ts';
import { prove } from './prove.ts';
import { resetFactorsOf } from './reset.ts';
import {
  confirmTotp,
  listFactors,
  type Owner,
  removeFactor,
  renewCodes,
  startTotp,
} from './service.ts';
import { completeLogIn } from './sign-in.ts';
import { askForPasskey } from './use-passkey.ts';

/** Second factors: setting them up, and logging in with them. */
export function secondFactorRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.loginSecondFactor, async ({ body, request }) => ({
    message: messages.signedIn,
    data: await completeLogIn(services, body, callerOf(request)),
  }));

  route(app, endpoints.startPasskeyLogin, async ({ body }) => ({
    data: await startPasskeyLogIn(services, body.token),
  }));

  route(app, endpoints.loginPasskey, async ({ body, request }) => ({
    message: messages.signedIn,
    data: await logInByPasskey(services, body, callerOf(request)),
  }));

  route(app, endpoints.startPasskey, async ({ user }) => ({
    data: await startPasskey(services, user.id),
  }));

  route(app, endpoints.confirmPasskey, async ({ user, body, request }) => ({
    data: {
      recovery_codes: await confirmPasskey(services, ownerOf(user, request), body),
    },
  }));

  route(app, endpoints.proveOneself, async ({ user, body, request, signal }) => {
    const token = await prove(services, user, body, { ...callerOf(request), signal });
    return { message: messages.proved, data: token === null ? undefined : { token } };
  });

  route(app, endpoints.startPasskeyProof, async ({ user }) => ({
    data: await askForPasskey(services, 'proof', user.id),
  }));

  route(app, endpoints.listSecondFactors, async ({ user }) => {
    const { apps, passkeys, codesLeft } = await listFactors(services, user.id);
    const data = [
      ...apps.map((app) => presentFactor('totp', app)),
      ...passkeys.map((passkey) => presentFactor('passkey', passkey)),
    ];
    return { data, recovery_codes_left: codesLeft };
  });

  route(app, endpoints.startTotp, async ({ user }) => ({
    data: await startTotp(services, user.id),
  }));

  route(app, endpoints.confirmTotp, async ({ user, body, request }) => ({
    data: {
      recovery_codes: await confirmTotp(services, ownerOf(user, request), body),
    },
  }));

  route(app, endpoints.renewRecoveryCodes, async ({ user, request }) => ({
    data: { recovery_codes: await renewCodes(services, ownerOf(user, request)) },
  }));

  route(app, endpoints.deleteSecondFactor, async ({ user, params, request }) => {
    const owner = ownerOf(user, request);
    const change = await removeFactor(services, owner, params.id);
    const isApp = change === 'app-removed';
    return { message: isApp ? messages.factorRemoved : messages.passkeyRemoved };
  });

  route(app, endpoints.adminResetFactors, async ({ user, params, body, request }) => {
    const act = { adminId: user.id, userId: params.id, address: request.ip };
    await resetFactorsOf(services, act, body);
    return { message: messages.factorsReset };
  });
}

/** Who changes their own factors. */
function ownerOf({ id, sessionId }: SignedIn, request: FastifyRequest): Owner {
  return { id, sessionId, ...callerOf(request) };
}

/** From where somebody calls, and what their browser says of itself. */
function callerOf({ ip, headers }: FastifyRequest) {
  return { address: ip, agent: headers['user-agent'] };
}
