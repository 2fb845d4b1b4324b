import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../api/src/db/open.ts';
import { secondsSince } from '../../scripts/lib/seconds.ts';

interface Means {
  /** A PostgreSQL of this rehearsal's own. */
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows are of whatever was asked for
  ask(statement: string, where?: string): Promise<any[]>;
  keepSigningUp(where: string): { joined: { id: string }[]; stop(): Promise<void> };
  /** Where `night`, which is deploy/backup.sh for the database `product`, keeps its dumps. */
  dumps: string;
  night(...args: string[]): unknown;
  say(line: string): void;
}

/** A night's dump and its restore; answers whether all who had signed up before it began are there. */
export async function rehearseDump(means: Means): Promise<boolean> {
  const { ask, dumps, night, say } = means;
  const product = new URL(means.url);
  product.pathname = '/product';
  const url = product.href;
  await ask('create database product');
  await ask('create role product_server login');
  await (await openDatabase({ url, dataDirectory: '' })).close();
  await ask('grant select on users to product_server', url);

  const people = means.keepSigningUp(url);
  await setTimeout(2_000);
  const before = [...people.joined];
  const dumpBegan = Date.now();
  night('once');
  say(`Dump under writes: ${secondsSince(dumpBegan)}`);
  await people.stop();
  await ask('delete from users', url);

  const restoreBegan = Date.now();
  night('restore', globSync(join(dumps, '*.dump'))[0] ?? '');
  const took = secondsSince(restoreBegan);
  const there = new Set((await ask('select id from users', url)).map(({ id }) => id as string));
  const lost = before.filter(({ id }) => !there.has(id)).length;
  const [{ aside }] = await ask(
    "select count(*)::int as aside from pg_database where datname like 'product_before_%'",
  );
  const [{ reads }] = await ask(
    "select has_table_privilege('product_server', 'users', 'select') as reads",
    url,
  );
  await (await openDatabase({ url, dataDirectory: '' })).close();
  const isBeside = aside === 1 ? 'is' : 'is NOT';
  say(`The dump restored: ${took}. ${before.length} had signed up before it: ${lost} lost.`);
  say(`What was there ${isBeside} beside it; rights came ${reads ? 'with it' : 'NOT with it'}.`);
  return lost === 0 && aside === 1 && reads === true && before.length > 100;
}
