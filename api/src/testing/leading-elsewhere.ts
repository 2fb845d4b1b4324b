import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that leads whoever asks it to another address of its own, and notes what it is asked for. */
export async function startLeadingElsewhere(): Promise<{
  port: number;
  asked: string[];
  close(): void;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
