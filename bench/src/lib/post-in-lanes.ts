import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Posts bodies of JSON, each lane of them one after the other over a connection of its own. Answers the seconds from
 * the first request to the last answer. Throws for any answer but a 200. It does as little as it can, since it works on
 * the cores of what is measured.
 */
export async function postInLanes(url: string, lanes: string[][]): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: `;
  const requests = lanes.map((bodies) =>
    bodies.map((body) => Buffer.from(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)),
  );
  const sockets = await Promise.all(
    lanes.map(async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const began = performance.now();
  try {
    await Promise.all(sockets.map((socket, lane) => postAll(socket, requests[lane] ?? [])));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return (performance.now() - began) / 1000;
}

async function postAll(socket: Socket, requests: Buffer[]): Promise<void> {
  for (const request of requests) {
    socket.write(request);
    await answered(socket);
  }
}

async function answered(socket: Socket): Promise<void> {
  let text = '';
  while (!isWhole(text)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
  }
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`answered: ${text.slice(0, 400)}`);
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text);
  return end >= 0 && length !== null && text.length >= end + 4 + Number(length[1]);
}
