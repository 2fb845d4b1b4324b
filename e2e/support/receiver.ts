import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a product keeps of somebody. */
interface Told {
  version: number;
  has_access: boolean;
  reason: string | null;
}

/** A product's server that is told of changes, and takes what one of its secrets has signed. */
export interface Receiver {
  url: string;
  secrets: string[];
  types: string[];
  /** Of each user what has the highest version. */
  copy: Map<string, Told>;
  /** How much was not signed by a secret it has. */
  refused: number;
  /** Nobody answers any more, or somebody does again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let server: Server;
  let port = 0;
  const receiver: Receiver = {
    ...{ url: '', secrets: [], types: [], copy: new Map(), refused: 0 },
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
    async start() {
      server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const body = Buffer.concat(parts).toString();
        response.writeHead(take(request.headers, body) ? 204 : 401).end();
      });
      await once(server.listen(port, '127.0.0.1'), 'listening');
      port = (server.address() as AddressInfo).port;
      receiver.url = `http://127.0.0.1:${port}/hooks`;
    },
  };

  function take(headers: IncomingHttpHeaders, body: string): boolean {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signatures = String(headers['webhook-signature']).split(' ');
    const isOurs = receiver.secrets.some((secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    });
    if (!isOurs) {
      receiver.refused += 1;
      return false;
    }
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: Told & { user: { id: string } };
    };
    receiver.types.push(type);
    const known = receiver.copy.get(data.user.id);
    if (!known || known.version < data.version) receiver.copy.set(data.user.id, data);
    return true;
  }

  await receiver.start();
  return receiver;
}
