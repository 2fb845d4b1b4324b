import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1 with the same port, since `localhost`
 * may mean either. Returns the port. Throws when 127.0.0.1 cannot be had; ::1 is logged only.
 */
export async function listenOnLoopback(
  app: FastifyInstance,
  port: number,
  log: (line: string) => void,
): Promise<number> {
  const twin = createServer((request, response) => app.routing(request, response));
  app.addHook('onClose', () => closeServer(twin));
  await app.listen({ port, host: '127.0.0.1' });
  const taken = (app.server.address() as AddressInfo).port;
  try {
    twin.listen(taken, '::1');
    await once(twin, 'listening');
  } catch (error) {
    log(`not on ::1: ${(error as NodeJS.ErrnoException).code}`);
  }
  return taken;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
}
