import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { balancing, startHaproxy } from './haproxy.ts';
import { pathOf } from './programs.ts';

const checkMs = 250;
const checkTimeoutMs = 1_000;

export interface Balancer {
  url: string;
  close(): void;
}

/** Spreads requests over the processes that say on `/readyz` that they can serve: haproxy, or what does as it does. */
export async function startBalancer(ports: number[], isOwn: boolean): Promise<Balancer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (isOwn || !pathOf('haproxy')) return { url, close: await startOwn(port, ports) };
  return { url, ...(await startHaproxy(port, balancing(port, ports))) };
}

/** As haproxy does: a request that never reached a process goes to another one; one that broke off breaks off. */
async function startOwn(port: number, ports: number[]): Promise<() => void> {
  const ready = new Set<number>();
  let turn = 0;

  const look = async (one: number): Promise<void> => {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    const answer = await fetch(`http://127.0.0.1:${one}/readyz`, { signal }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.status === 200) ready.add(one);
    else ready.delete(one);
  };
  const timer = setInterval(() => ports.forEach((one) => void look(one)), checkMs);

  const pass = (from: IncomingMessage, to: ServerResponse, body: Buffer, left: number[]): void => {
    const one = left[turn++ % Math.max(1, left.length)];
    if (one === undefined) {
      to.writeHead(503, { 'retry-after': '1' }).end('{"success":false}');
      return;
    }
    const { method, url: path, headers } = from;
    // A connection that is kept may be closed by the other side as it is used again.
    const to1 = { host: '127.0.0.1', port: one, method, path, headers, agent: false } as const;
    const asked = request(to1, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on('aborted', () => to.destroy());
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' || to.headersSent) return void to.destroy();
      ready.delete(one);
      const others = left.filter((other) => other !== one);
      pass(from, to, body, others);
    });
    to.on('close', () => asked.destroy());
    asked.end(body);
  };

  const server = createServer(async (from, to) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of from) parts.push(part as Buffer);
    } catch {
      return;
    }
    pass(from, to, Buffer.concat(parts), [...ready]);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return () => {
    clearInterval(timer);
    server.close();
    server.closeAllConnections();
  };
}
