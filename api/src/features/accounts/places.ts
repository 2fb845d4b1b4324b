import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { CityResponse, Reader } from 'mmdb-lib';
import type { Logger } from 'pino';
import { networkOf } from '../../http/network.ts';

/** Says where addresses are, by a database of the operator's; nobody else is asked. */
export interface Places {
  /**
   * City and country in words, such as 'London, United Kingdom', or the country alone, in the order of the
   * addresses; '' where that is not known.
   */
  of(addresses: readonly (string | null)[]): Promise<string[]>;
}

type Database = Reader<CityResponse>;

/** By the file at `path`, which is read when it is first asked and again once it has changed. */
export function createPlaces(path: string | undefined, log: Logger): Places {
  let last: { changed: number; database: Database } | undefined;

  async function open(file: string): Promise<Database> {
    const changed = (await stat(file)).mtimeMs;
    if (last?.changed !== changed) {
      const { Reader } = await import('mmdb-lib');
      last = { changed, database: new Reader<CityResponse>(await readFile(file)) };
    }
    return last.database;
  }

  return {
    async of(addresses) {
      const unknown = addresses.map(() => '');
      if (path === undefined) return unknown;
      try {
        const database = await open(path);
        return addresses.map((address) => placeIn(database, address));
      } catch (err) {
        // Sessions are listed without it.
        log.warn({ err }, 'the database of places cannot be read');
        return unknown;
      }
    },
  };
}

function placeIn(database: Database, address: string | null): string {
  // Of IPv6 the network is enough, and IPv4 may have been written within it.
  const [network = ''] = networkOf(address ?? '').split('/');
  const version = isIP(network);
  // In a database of IPv4 alone an address of IPv6 would be read as another one.
  if (version === 0 || (version === 6 && database.metadata.ipVersion === 4)) return '';
  const found = database.get(network);
  return [found?.city?.names?.en, found?.country?.names?.en].filter(Boolean).join(', ');
}
