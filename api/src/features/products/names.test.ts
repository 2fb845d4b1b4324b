import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createNames } from './names.ts';

/** A name server that knows one name, and never answers for names that begin with 'hanging'. */
const server = createSocket('udp4');
/** Of each question the first part of the name. */
const questions: string[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'names-'));
  await writeFile(
    join(folder, 'hosts'),
    '127.0.0.1\tlocalhost # this\n93.184.215.15 Here.example there.example\n2606:4700::1 here.example\n',
  );
  server.on('message', (message, { port }) => {
    const name = message.subarray(13, 13 + (message[12] ?? 0)).toString();
    questions.push(name);
    if (name.startsWith('hanging')) return;
    // After the name the kind of question: 1 asks for IPv4.
    const end = message.indexOf(0, 12) + 5;
    const isKnown = name === 'hooks' && message[end - 3] === 1;
    const answer = Buffer.from(message.subarray(0, end));
    answer.set([0x81, name === 'hooks' ? 0x80 : 0x83, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0], 2);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 93, 184, 215, 14];
    server.send(Buffer.concat([answer, Buffer.from(isKnown ? record : [])]), port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  questions.length = 0;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const names = (patienceMs = 5_000) =>
  createNames({
    ...{ servers: [`127.0.0.1:${server.address().port}`], patienceMs },
    hostsFile: join(folder, 'hosts'),
  });
const code = (error: Error & { code?: string }) => error.code;

it('answers what the name servers do, and what this machine is told of names', async () => {
  const lookUp = names();
  expect(await lookUp('hooks.example')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  expect(await lookUp('elsewhere.example').catch(code)).toBe('ENOTFOUND');
  questions.length = 0;
  expect(await lookUp('here.EXAMPLE.')).toEqual([
    { address: '93.184.215.15', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  expect(await lookUp('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(questions).toEqual([]);
  const unknown = createNames({ hostsFile: join(folder, 'none') });
  expect(await unknown('localhost')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
});

it('names that nobody answers for hold up no other, are asked for once by all, and end in time', async () => {
  const lookUp = names(1_500);
  const hosts = ['hanging-a', 'hanging-b', 'hanging-c', 'hanging-d', 'hanging-e', 'hanging-f'];
  const began = performance.now();
  const hanging = hosts.flatMap((host) =>
    Array.from({ length: 24 }, () => lookUp(`${host}.example`).catch(code)),
  );
  expect(await lookUp('hooks.example')).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1_300);
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['ENOTFOUND']));
  expect(performance.now() - began).toBeLessThan(2_900);
  // For IPv4 and for IPv6.
  for (const host of hosts) expect(questions.filter((name) => name === host)).toHaveLength(2);
  // What has ended is asked for anew.
  await lookUp('hanging-a.example').catch(code);
  expect(questions.filter((name) => name === 'hanging-a')).toHaveLength(4);
});
