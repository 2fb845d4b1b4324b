import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccessView } from 'contract/product-access';
import { Webhook } from 'standardwebhooks';

interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: AccessView;
  at: number;
}

/** A product's server, which checks what it is told by another's code than ours. */
export interface Receiver {
  url: string;
  /** What was signed rightly, in the order of arrival. */
  received: Received[];
  /** Its copy: of each user what has the highest version. */
  copy: Map<string, AccessView>;
  /** Keeps in its copy what is newer. */
  keep(data: AccessView): void;
  /** The secrets that it takes. */
  secrets: string[];
  /** Answers in place of 204, once what came was read. */
  answer: ((response: ServerResponse, message: Received) => void) | null;
  /** What was not signed rightly. */
  refused: number;
  close(): Promise<void>;
  /** Has it listen again, where it did, once it was closed. */
  reopen(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  // What breaks off is nobody's to answer.
  const server = createServer((request, response) => void take(request, response).catch(() => {}));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const receiver: Receiver = {
    ...{ url: `http://127.0.0.1:${taken}/hooks`, received: [], copy: new Map(), secrets: [] },
    ...{ answer: null, refused: 0, keep },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    reopen: async () => {
      server.listen(taken, '127.0.0.1');
      await once(server, 'listening');
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const headers = request.headers as Record<string, string>;
    const isSigned = receiver.secrets.some((secret) => {
      try {
        return new Webhook(secret).verify(body, headers) !== null;
      } catch {
        return false;
      }
    });
    if (!isSigned) {
      receiver.refused += 1;
      response.writeHead(401).end('wrong signature');
      return;
    }
    const message = { ...JSON.parse(body), id: headers['webhook-id'], at: Date.now() } as Received;
    receiver.received.push(message);
    if (receiver.answer) return receiver.answer(response, message);
    keep(message.data);
    response.writeHead(204).end();
  }

  function keep(data: AccessView): void {
    const known = receiver.copy.get(data.user.id);
    if (!known || known.version < data.version) receiver.copy.set(data.user.id, data);
  }
  return receiver;
}
