import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from './send.ts';

/** What the other side says of itself, once it has a whole letter. */
let say: (socket: Socket) => void = () => {};
const sockets = new Set<Socket>();
const receiver = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  socket.on('data', (part) => {
    if (part.includes('{"letter":1}')) say(socket);
  });
});
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  receiver.close();
});

const timeoutMs = 600;

/** Posts a letter; what has not ended long after its time never does. */
function send() {
  const { port } = receiver.address() as AddressInfo;
  const letter = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{"letter":1}' };
  const { promise, resolve } = Promise.withResolvers<'never ends'>();
  const timer = setTimeout(() => resolve('never ends'), timeoutMs * 5);
  return Promise.race([post(letter, { timeoutMs, mayLoop: true }), promise]).finally(() =>
    clearTimeout(timer),
  );
}

/** Says the same over and over. */
function goOn(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

const tooLate = [null, `No answer within ${timeoutMs / 1_000} seconds`] as const;
const cutOff = [null, 'The connection was cut off'] as const;
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n';
const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ws\r\n\r\n';

const sayings: [string, (socket: Socket) => void, number | null, string][] = [
  [
    'another protocol',
    (socket) => socket.write(upgraded),
    ...([101, 'The protocol was to be changed'] as const),
  ],
  [
    'another protocol, and that it is done',
    (socket) => socket.end(upgraded),
    ...([101, 'The protocol was to be changed'] as const),
  ],
  [
    'another protocol without naming it',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    ...([101, ''] as const),
  ],
  [
    'that there is another protocol',
    (socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nconnection: upgrade\r\nupgrade: h2c\r\ncontent-length: 2\r\n\r\nok',
      ),
    ...([200, 'ok'] as const),
  ],
  [
    'that it may go on, for ever',
    (socket) => goOn(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    ...tooLate,
  ],
  [
    'something beforehand, and then well',
    (socket) =>
      socket.write(
        'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      ),
    ...([200, 'ok'] as const),
  ],
  [
    'something beforehand, and hangs up',
    (socket) => socket.end('HTTP/1.1 103 Hints\r\n\r\n'),
    ...cutOff,
  ],
  ['nothing, and hangs up', (socket) => socket.end(), ...cutOff],
  ['nothing, and breaks off', (socket) => socket.resetAndDestroy(), ...cutOff],
  [
    'half of its headers, and hangs up',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nserv'),
    ...cutOff,
  ],
  ['half of its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nserv'), ...tooLate],
  [
    'headers without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      goOn(socket, 'a: b\r\n');
    },
    ...tooLate,
  ],
  [
    'half of its body, and hangs up',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok'),
    ...cutOff,
  ],
  [
    'a body without end',
    (socket) => {
      socket.write(chunked);
      goOn(socket, '1\r\na\r\n');
    },
    ...tooLate,
  ],
  [
    'trailers without end',
    (socket) => {
      socket.write(`${chunked}0\r\n`);
      goOn(socket, 'a: b\r\n');
    },
    ...tooLate,
  ],
  ['well, with trailers', (socket) => socket.write(`${chunked}0\r\na: b\r\n\r\n`), 200, 'ok'],
  ['no HTTP', (socket) => socket.write('SSH-2.0-x\r\n'), null, expect.stringContaining('Parse')],
];

it.each(sayings)(
  'a letter that is answered %s ends in its time',
  async (_what, to, status, words) => {
    say = to;
    expect(await send()).toMatchObject({ status, words, isDelivered: status === 200 });
  },
);
