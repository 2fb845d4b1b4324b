import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Takes every mail and keeps none. Answers the address for `SMTP_URL`, how many came, and `stop`. */
export async function startMailSink() {
  let taken = 0;
  const server = createServer((socket) => serve(socket, () => (taken += 1)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    stop: () => server.close(),
  };
}

function serve(socket: Socket, took: () => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let isText = false;
  socket.on('error', () => {});
  createInterface({ input: socket }).on('line', (line) => {
    if (isText) {
      if (line !== '.') return;
      isText = false;
      took();
    } else if (line === 'DATA') {
      isText = true;
      say('354 go on');
      return;
    } else if (line === 'QUIT') {
      socket.end('221 bye\r\n');
      return;
    }
    say('250 ok');
  });
  say('220 bench');
}
