import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Where names are looked up; those of the system unless told. */
interface Sources {
  servers?: string[];
  hostsFile?: string;
  /** How long a name is looked up at most. */
  patienceMs?: number;
}

/** Answers all addresses of a name. Throws an error whose code is ENOTFOUND where there is none. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

const plain = (host: string): string => host.toLowerCase().replace(/\.$/, '');

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });

/**
 * Looks names up by questions of our own to the name servers. The system's way takes one of the four threads
 * that our whole process has for such things until it is done, and cannot be ended: a few names that nobody
 * answers for would hold up everybody. Who asks for what is being looked up waits with the others.
 */
export function createNames({
  servers,
  hostsFile = '/etc/hosts',
  patienceMs = 5_000,
}: Sources = {}): LookUp {
  const underWay = new Map<string, Promise<LookupAddress[]>>();

  async function named(host: string): Promise<string[]> {
    const text = await readFile(hostsFile, 'utf8').catch(() => '');
    const found = text.split('\n').flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
      return isIP(address) && names.some((name) => plain(name) === host) ? [address] : [];
    });
    // Not everywhere is it in the file.
    return found.length === 0 && host === 'localhost' ? ['127.0.0.1', '::1'] : found;
  }

  async function asked(host: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), patienceMs);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    clearTimeout(timer);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  async function find(host: string): Promise<LookupAddress[]> {
    const here = await named(host);
    const found = here.length > 0 ? here : await asked(host);
    if (found.length > 0) return [...new Set(found)].map(withFamily);
    throw Object.assign(new Error(`${host} was not found`), { code: 'ENOTFOUND' });
  }

  return (name) => {
    const host = plain(name);
    const found = underWay.get(host) ?? find(host).finally(() => underWay.delete(host));
    underWay.set(host, found);
    return found;
  };
}

/** Looks up names as all of this process do. */
export const lookUp: LookUp = createNames();
