import { makeTemplate } from '../api/src/testing/database.ts';
import { live, settle } from '../api/src/testing/model/live.ts';
import { sampleLives } from '../api/src/testing/model/lives.ts';
import { closeWorld, openWorld, type World } from '../api/src/testing/model/world.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { compareWithOurs } from './compare-with-ours.ts';
import { compareWithStripe } from './compare-with-stripe.ts';
import type { Mirror } from './comparison.ts';
import { openMirror } from './mirror.ts';

const SHOWN = 40;

const print = (line: string) => process.stdout.write(`@supabase/stripe-sync-engine: ${line}\n`);

/**
 * Lives through random lives of our customers, has the engine mirror each by its events, and compares
 * its tables with our rows and with what the sandbox answers. Throws when anything differs.
 */
export async function mirrorLives(count: number, seed: number): Promise<void> {
  const { url, stop } = await startPostgres();
  try {
    process.env.TEST_DATABASE_URL = url;
    await makeTemplate(url);
    const world = await openWorld();
    const mirror = await openMirror(world, url);
    try {
      await compareLives(world, mirror, { count, seed });
    } finally {
      await mirror.close();
      await closeWorld(world);
    }
  } finally {
    await stop();
  }
}

async function compareLives(
  world: World,
  mirror: Mirror,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const scripts = sampleLives(9, { count, seed });
  let fields = 0;
  const differences: string[] = [];
  for (const [index, script] of scripts.entries()) {
    await live(world, script);
    // A life ends with charges that our server has not heard of.
    await settle({ world });
    await mirror.follow();
    for (const compare of [compareWithOurs, compareWithStripe]) {
      const found = await compare(world, mirror);
      fields += found.fields;
      differences.push(...found.differences.map((one) => `life ${index + 1}: ${one}`));
    }
  }
  print(
    `seed ${seed}: ${scripts.length} lives, ${world.counts.steps} steps, ${fields} fields compared`,
  );
  print(`not taken by the engine: ${[...mirror.unhandled].toSorted().join(', ')}`);
  for (const one of differences.slice(0, SHOWN)) print(one);
  print(`${differences.length} differences`);
  if (differences.length > 0) throw new Error('The engine and we differ.');
}
