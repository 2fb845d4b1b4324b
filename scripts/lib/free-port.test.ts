import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from './free-port.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('is answered once to all processes that share a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ports-'));
  vi.stubEnv('TAKEN_PORTS', folder);
  const first = await freePort();
  vi.spyOn(Math, 'random').mockReturnValueOnce((first - 10_000 + 0.5) / 22_000);
  expect(await freePort()).not.toBe(first);
  rmSync(folder, { recursive: true });
});

test.each(['127.0.0.1', '::1', '::'])('is no port that %s is listened at', async (host) => {
  const other = createServer().listen(await freePort(), host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  vi.spyOn(Math, 'random').mockReturnValueOnce((port - 10_000 + 0.5) / 22_000);
  expect(await freePort()).not.toBe(port);
  other.close();
});
