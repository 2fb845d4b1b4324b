import type { Db } from '../../db/client.ts';
import type { FindAsset } from '../../http/pages.ts';
import { isAsset, type Page, pageOf, type Site } from '../../http/site.ts';
import { findAddresses, findAsset, insertAssets, markOwn } from './assets-repository.ts';

/** For so long it is not asked again which addresses there are, whoever makes some up. */
const restMs = 1_000;
/** How many files of other releases are held in memory. */
const mostHeld = 40;

/**
 * Keeps the scripts, styles and pictures of this build for pages that ask another process for them, or come back
 * once there is a newer one. Called as a process starts, before it answers.
 */
export async function keepAssets(db: Db, site: Site): Promise<void> {
  const own = [...site].filter(([address]) => isAsset(address));
  if (own.length === 0) return;
  await db.transaction(async (transaction) => {
    await markOwn(
      transaction,
      own.map(([address]) => address),
    );
    const there = new Set(await findAddresses(transaction));
    const missing = own.filter(([address]) => !there.has(address));
    const rows = missing.map(([address, { variants }]) => ({
      address,
      bytes: variants.get('identity')?.bytes as Buffer,
      brotli: variants.get('br')?.bytes,
    }));
    if (rows.length > 0) await insertAssets(transaction, rows);
  });
}

/** Finds what a build of another process is made of, or of one that was served here before. */
export function createFindAsset(db: Db): FindAsset {
  const held = new Map<string, Promise<Page | undefined>>();
  let addresses = Promise.resolve(new Set<string>());
  let askedAt = Number.NEGATIVE_INFINITY;

  function knownAddresses(): Promise<Set<string>> {
    if (performance.now() - askedAt > restMs) {
      askedAt = performance.now();
      addresses = findAddresses(db).then((found) => new Set(found));
    }
    return addresses;
  }

  return async (address) => {
    const page = held.get(address);
    if (page) return page;
    if (!(await knownAddresses()).has(address)) return undefined;
    const [oldest] = held.size < mostHeld ? [] : held.keys();
    if (oldest) held.delete(oldest);
    const found = read(db, address);
    held.set(address, found);
    found.catch(() => held.delete(address));
    return found;
  };
}

async function read(db: Db, address: string): Promise<Page | undefined> {
  const found = await findAsset(db, address);
  if (!found) return undefined;
  const { bytes, brotli } = found;
  return pageOf(address, { identity: Buffer.from(bytes), br: brotli && Buffer.from(brotli) });
}
