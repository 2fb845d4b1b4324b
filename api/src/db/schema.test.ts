import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import * as schema from './schema.ts';

const kept = join(import.meta.dirname, 'migrations/meta');
const read = (name: string) => JSON.parse(readFileSync(join(kept, name), 'utf8'));

it('the migrations make all that the schema says: there is nothing left for a new one', async () => {
  const { entries } = read('_journal.json') as { entries: { tag: string }[] };
  const [number] = entries.at(-1)?.tag.split('_') ?? [];
  const made = read(`${number}_snapshot.json`);
  expect(await generateMigration(made, generateDrizzleJson(schema, made.id))).toEqual([]);
});
