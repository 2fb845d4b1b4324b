import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface Received {
  to: string;
  messageId: string;
  /** As it came, with its headers. */
  raw: string;
}

export interface MoodySmtp {
  url: string;
  /** What was taken, oldest first. */
  received: Received[];
  /**
   * `down` refuses all, `silent` takes a mail and never says so, `slow` answers each line late, `later` and
   * `refused` turn away each address for now or for good.
   */
  mood: 'up' | 'down' | 'silent' | 'slow' | 'later' | 'refused';
  /** How late each line is while it is slow, in milliseconds. */
  slowMs: number;
  /** How often somebody came while it was down. */
  turnedAway: number;
  /** How many are connected. */
  readonly connections: number;
  close(): Promise<void>;
}

/** An SMTP server that fails when told to: as little of RFC 5321 as a sender needs. */
export async function startMoodySmtp(): Promise<MoodySmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (smtp.mood === 'down') {
      smtp.turnedAway += 1;
      return void socket.end('421 not now\r\n');
    }
    converse(socket, smtp);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: MoodySmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    mood: 'up',
    slowMs: 2_000,
    turnedAway: 0,
    get connections() {
      return sockets.size;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return smtp;
}

const refusals = { later: '451 try again later', refused: '550 not here' };

function converse(socket: Socket, smtp: MoodySmtp): void {
  let to = '';
  let data: string[] | undefined;
  const say = (line: string) => {
    const write = () => socket.write(`${line}\r\n`);
    if (smtp.mood === 'slow') setTimeout(write, smtp.slowMs);
    else write();
  };
  say('220 moody');
  const lines = createInterface({ input: socket });
  lines.on('error', () => {});
  lines.on('line', (line) => {
    if (data && line !== '.') return void data.push(line);
    if (data) {
      const raw = data.join('\n');
      const messageId = /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? '';
      smtp.received.push({ to, messageId, raw });
      data = undefined;
      if (smtp.mood !== 'silent') say('250 taken');
    } else if (/^rcpt to:/i.test(line) && (smtp.mood === 'later' || smtp.mood === 'refused')) {
      say(refusals[smtp.mood]);
    } else if (/^rcpt to:/i.test(line)) {
      to = /<(.*)>/.exec(line)?.[1] ?? '';
      say('250 known');
    } else if (/^data/i.test(line)) {
      data = [];
      say('354 go on');
    } else if (/^quit/i.test(line)) {
      socket.end('221 bye\r\n');
    } else {
      say('250 fine');
    }
  });
}

/** What a mail came as, without the breaks of long lines, and with pounds as a reader sees them. */
export const readable = (raw: string): string =>
  raw.replaceAll('=\n', '').replaceAll('=C2=A3', '£');
