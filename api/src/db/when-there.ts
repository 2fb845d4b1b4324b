import { setTimeout } from 'node:timers/promises';
import { parseDatabaseUrl } from '../env/database-url.ts';
import type { Database } from './client.ts';
import { openDatabase } from './open.ts';
import { isDatabaseAway, isDatabaseClosedToUs } from './unavailable.ts';

const againMs = 1_000;
const tellMs = 10_000;

/**
 * Opens a PostgreSQL that may only just be starting: tries again for `limitMs`, and says every ten
 * seconds what it waits for. Rejects at once where the database refuses us, and with where it was
 * looked for when the time is over.
 */
export async function openWhenThere(
  settings: Parameters<typeof openDatabase>[0],
  say: (line: string) => void,
  limitMs = 60_000,
): Promise<Database> {
  const began = performance.now();
  for (let told = -Infinity; ; ) {
    try {
      return await openDatabase({ ...settings, say });
    } catch (error) {
      if (!settings.url || !isDatabaseAway(error) || isDatabaseClosedToUs(error)) throw error;
      const now = performance.now();
      const place = parseDatabaseUrl(settings.url)?.host || 'its socket';
      if (now - began >= limitMs) {
        const seconds = Math.round(limitMs / 1_000);
        throw new Error(
          `There is no database at ${place} after ${seconds} s (${reasonOf(error)}). Start it, or set DATABASE_URL to where it is.`,
          { cause: error },
        );
      }
      if (now - told >= tellMs) {
        told = now;
        say(`Waiting for the database at ${place}: ${reasonOf(error)}`);
      }
      await setTimeout(againMs);
    }
  }
}

/** The innermost cause: what lies around it quotes the statement that met it. */
function reasonOf(error: unknown): string {
  let reason = error as Error;
  while (reason.cause instanceof Error) reason = reason.cause;
  return reason.message || ((reason as NodeJS.ErrnoException).code ?? 'no answer');
}
