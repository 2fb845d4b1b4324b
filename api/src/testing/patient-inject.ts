import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { withDeadline } from '../http/deadline.ts';

/** Asks a server without sockets, which has all the time: that somebody waits too long is not tried here. */
export const patientInject = (
  app: FastifyInstance,
  request: InjectOptions,
): Promise<LightMyRequestResponse> =>
  // It is asked once it is awaited, which has to be in here.
  withDeadline(async () => await app.inject(request), Number.POSITIVE_INFINITY);
