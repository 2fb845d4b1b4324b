import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type LookUp, lookUp } from './names.ts';

/** An address that may not be sent to; its message says why. */
export class InwardAddress extends Error {
  override readonly name = 'InwardAddress';
}

/** The name of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** All of IPv6 that is given out to be reached from everywhere: not what IPv4 is hidden in otherwise. */
const everywhere = ipaddr.IPv6.parseCIDR('2000::/3');

/** What kind of address it is, however it is written: `unicast` are those on the public internet. */
function rangeOf(text: string): string {
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  const range = address.range();
  const isPublic = address instanceof ipaddr.IPv4 || address.match(everywhere);
  return range === 'unicast' && !isPublic ? 'unknown' : range;
}

/** Throws InwardAddress for what may not be connected to, however it is written. */
function refuseInward(address: string, { isPlain, mayLoop }: Allowed): void {
  const range = rangeOf(address);
  if (range === 'loopback' && mayLoop) return;
  if (range !== 'unicast') throw new InwardAddress(`${address} is not on the public internet`);
  if (isPlain) throw new InwardAddress('The address must begin with https://');
}

interface Allowed {
  /** Without encryption: only to this machine. */
  isPlain: boolean;
  mayLoop: boolean;
}

/**
 * Reads the address of an endpoint: https on the public internet or, outside production (`mayLoop`), this
 * machine. A name that leads inward is refused; one that leads nowhere by now is not. Throws
 * InwardAddress.
 */
export async function readAddress(text: string, mayLoop: boolean): Promise<string> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InwardAddress('Enter an address that begins with https://');
  }
  if (url.username || url.password || url.hash) {
    throw new InwardAddress('The address may hold no user name, password or #');
  }
  const allowed = { isPlain: url.protocol === 'http:', mayLoop };
  if (allowed.isPlain && !mayLoop) throw new InwardAddress('The address must begin with https://');
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await addressesOf(host);
  for (const address of found) refuseInward(address, allowed);
  return url.href;
}

const addressesOf = (host: string): Promise<string[]> =>
  lookUp(host).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

/**
 * What a connection looks up names with: at each connection anew, so that a name that has come to lead
 * inward since is not followed.
 */
export function guardedLookup(
  url: URL,
  mayLoop: boolean,
  resolve: LookUp = lookUp,
): LookupFunction {
  const allowed = { isPlain: url.protocol === 'http:', mayLoop };
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        try {
          for (const { address } of found) refuseInward(address, allowed);
        } catch (error) {
          done(error as Error, '', 0);
          return;
        }
        const [first] = found;
        if (options.all) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
      (error) => done(error, '', 0),
    );
  };
}

/** A literal address is connected to without a look-up: throws InwardAddress for one that leads inward. */
export function refuseLiteral(url: URL, mayLoop: boolean): void {
  const host = hostOf(url);
  if (isIP(host)) refuseInward(host, { isPlain: url.protocol === 'http:', mayLoop });
}
