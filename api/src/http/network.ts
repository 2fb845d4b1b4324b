import { isIP, SocketAddress } from 'node:net';

/** Under which addresses of IPv4 are reached by IPv6: mapped in the kernel, translated by a network. */
const aroundIpv4 = /^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Whom an address is counted as: of IPv6 the /64, which one subscriber has to choose from, and of IPv4
 * the address itself, however it was written. What is no address is answered as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return address;
  const groups = groupsOf(bare);
  const ipv4 = aroundIpv4.exec(groups.join(':'));
  if (!ipv4) return `${groups.slice(0, 4).join(':')}::/64`;
  const [, high = '', low = ''] = ipv4;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return [...bytes].join('.');
}

/** The eight groups of an address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // Four bytes at the end may be written as in IPv4; Node writes all addresses in one way, but those.
  const plain = new SocketAddress({ address, family: 'ipv6' }).address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_all, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    },
  );
  const [before = '', after] = plain.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean));
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...Array<string>(missing).fill('0'), ...(tail ?? [])];
}
