import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { waitForPorts } from './ports.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function occupy(host?: string): Promise<number> {
  server = createServer().listen({ port: 0, host });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test.each([undefined, '127.0.0.1'])(
  'a taken port is refused with the setting to change (host %s)',
  async (host) => {
    const port = await occupy(host);
    await expect(waitForPorts([['MAIL_WEB_PORT', port]], 0)).rejects.toThrow(
      `Port ${port} is used by another program. Set MAIL_WEB_PORT to a free one`,
    );
  },
);

test('a port that an earlier instance is just leaving is waited for', async () => {
  const port = await occupy();
  const free = waitForPorts([['PORT', port]], 10_000);
  server?.close();
  await expect(free).resolves.toBeUndefined();
});

test('a free port passes at once', async () => {
  const port = await occupy();
  server?.close();
  await expect(waitForPorts([['PORT', port]], 0)).resolves.toBeUndefined();
});
