import type { Server } from 'node:net';

const IPV4 = '127.0.0.1';
const IPV6 = '::1';
const NAMES = new Set(['localhost', IPV4, `[${IPV6}]`]);

/** Whether a request's Host, without its port, names this machine. Anything else may be DNS rebinding. */
export const isLoopbackHost = (hostname: string): boolean => NAMES.has(hostname.toLowerCase());

const listenOn = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const hasNoIpv6 = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Makes `localhost:port` answer: the first server takes IPv4, the second the same port on IPv6
 * where the machine has it. Port 0 takes a free one. Answers the port. Rejects when it is taken.
 */
export async function listenOnLoopback(ipv4: Server, ipv6: Server, port: number): Promise<number> {
  await listenOn(ipv4, port, IPV4);
  const address = ipv4.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  try {
    await listenOn(ipv6, taken, IPV6);
  } catch (error) {
    if (!hasNoIpv6(error)) {
      ipv4.close();
      throw error;
    }
  }
  return taken;
}
