import type { Logger } from 'pino';
import type { AnsweredRequest } from './request-life.ts';

/** Asked every few seconds by whoever watches over the process. */
const probes = ['/healthz', '/readyz'];

/**
 * One line for each request. It holds no address as it was asked for: a query or a path may have an
 * e-mail or a key in it.
 */
export function createRequestLog(log: Logger): (request: AnsweredRequest) => void {
  return ({ id, method, route, status, ms, userId }) => {
    const level = route && probes.includes(route) ? 'debug' : 'info';
    const line = { reqId: id, method, route, status, ms: Math.round(ms * 10) / 10, userId };
    log[level](line, 'request');
  };
}
