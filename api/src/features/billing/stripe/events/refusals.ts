import type { RefusalCause, RefusedWebhooks } from 'contract/failures';
import type { Logger } from 'pino';
import type { Db } from '../../../../db/client.ts';
import { webhooksRefused } from '../../../../telemetry/happenings.ts';
import { addRefused, findRefused } from './refusals-repository.ts';

/** Anybody may call the webhook: however often that is, it is written down so often at most. */
const pauseMs = 2_000;

export interface Refusals {
  /** Writes down soon that a webhook was refused. */
  note(cause: RefusalCause): void;
}

/**
 * Keeps trace of webhooks that are refused, in the log and for the operator: a wrong secret or a
 * wrong clock would else be silent until somebody misses what was paid.
 */
export function createRefusals(db: Db, log: Logger): Refusals {
  const waiting = new Map<RefusalCause, number>();
  let isResting = false;

  async function write(): Promise<void> {
    const counted = [...waiting];
    waiting.clear();
    for (const [cause, count] of counted) {
      log.warn({ cause, count }, 'webhooks refused');
      webhooksRefused.tell({ cause, count });
      await addRefused(db, cause, count).catch((err) => log.warn({ err }, 'refusals not counted'));
    }
  }

  function writeSoon(): void {
    if (isResting || waiting.size === 0) return;
    isResting = true;
    const rest = setTimeout(() => {
      isResting = false;
      writeSoon();
    }, pauseMs);
    rest.unref();
    void write();
  }

  return {
    note(cause) {
      waiting.set(cause, (waiting.get(cause) ?? 0) + 1);
      writeSoon();
    },
  };
}

/** What was refused in the last week, by cause. */
export async function listRefused(db: Db): Promise<RefusedWebhooks[]> {
  const rows = await findRefused(db);
  return rows.map(({ cause, count, firstAt, lastAt }) => ({
    cause,
    count,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
  }));
}
