import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Breaks every connection and refuses new ones, as a server that has gone. */
  cut(): void;
  /** Takes connections and answers nothing, as a network that swallows everything. */
  freeze(): void;
  /** Is as before to new connections; of those there are nothing is heard any more, not even an end. */
  lose(): void;
  /** Passes everything on so many milliseconds later, each way. */
  delay(ms: number): void;
  /** Lets everything through again. What came in while frozen is lost. */
  mend(): void;
  close(): Promise<void>;
}

/** Stands between a client and a server on this machine, and can fail in the ways a network does. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let lateMs = 0;
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') return near.resetAndDestroy();
    const far = connect(targetPort, '127.0.0.1');
    keep(far);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (data) => {
        if (state !== 'open' || lost.has(from)) return;
        if (lateMs > 0) setTimeout(() => to.write(data), lateMs);
        else to.write(data);
      });
      from.on('close', () => to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      breakAll();
    },
    freeze() {
      state = 'frozen';
    },
    lose() {
      for (const socket of sockets) lost.add(socket);
    },
    delay(ms) {
      lateMs = ms;
    },
    mend() {
      // Half a conversation cannot go on, and nothing may overtake what is on its way.
      if (state === 'frozen' || lateMs > 0) breakAll();
      state = 'open';
      lateMs = 0;
    },
    async close() {
      server.close();
      breakAll();
      if (server.listening) await once(server, 'close');
    },
  };
}
