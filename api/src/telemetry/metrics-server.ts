import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * Answers `GET /metrics` on a port of its own, which no balancer need know. With a token, only to
 * who sends it as a bearer. Answers the port, and how to stop.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token?: string },
): Promise<{ port: number; stop: () => void }> {
  const server = createServer(async ({ url, headers }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (token && !isSame(headers.authorization ?? '', `Bearer ${token}`)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    try {
      response.setHeader('content-type', metrics.contentType).end(await metrics.read());
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const stop = (): void => {
    metrics.stop();
    server.close();
    server.closeAllConnections();
  };
  return { port: typeof address === 'object' && address ? address.port : port, stop };
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
