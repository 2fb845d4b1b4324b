import type { FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request comes from this machine's own pages or tools: its Host, and its Origin when
 * it has one, are loopback names or the sandbox's public name. Stops DNS rebinding and forged
 * requests from foreign sites.
 */
export function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  const { host, origin } = request.headers;
  const own = new URL(publicUrl).hostname;
  const known = (address: string) => {
    const name = URL.parse(address)?.hostname ?? '';
    return LOOPBACK.has(name) || name === own;
  };
  return known(`http://${host}`) && (origin === undefined || known(origin));
}
