import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from './free-port.ts';

afterEach(() => void vi.restoreAllMocks());

test.each(['127.0.0.1', '::1', '::'])('is no port that %s is listened at', async (host) => {
  const other = createServer().listen(await freePort(), host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  vi.spyOn(Math, 'random').mockReturnValueOnce((port - 10_000 + 0.5) / 22_000);
  expect(await freePort()).not.toBe(port);
  other.close();
});
