import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../lib/paths.ts';
import { testFiles } from './test-files.ts';

/**
 * The files that wait more than they compute: for a clock, an outage, another process, threads of their own. The
 * longest come first. One beside the other they leave the processor idle.
 */
const waiting = testFiles([
  'bench/src/faults/short',
  'api/src/features/billing/model',
  'api/src/db/outage',
  'api/src/http/timeouts',
  'api/src/server',
  'api/src/emails/mails',
  'api/src/commands/admin-create',
  'api/src/features/products/retries',
  'scripts/lib/postgres',
  'scripts/bootstrap/install',
  'api/src/features/billing/stripe/client',
  'api/src/features/billing/price-moves/late-notice',
  'api/src/features/billing/price-moves/under-way',
  'api/src/db/backup',
  'api/src/features/products/giving-up',
  'api/src/features/billing/stripe/events/webhook',
  'api/src/features/billing/stripe/events/signed-event',
  'api/src/db/reading',
  'api/src/features/products/example',
  'api/src/db/briefly',
  'scripts/start',
  'stripe-sandbox/src/webhooks/webhooks',
]).map((file) => join(root, file));

/** So much of what computes comes between the longest and the next: an eighth, in which its wait is over. */
const AFTER_THE_LONGEST = 1 / 8;

/**
 * Puts what waits at even distances among what computes, by the size of that: of the many small files, which come
 * last, each is over in a moment. The longest of what waits begins, with nothing else of it for the first eighth.
 */
export function spread<File>(
  waits: File[],
  computes: File[],
  sizeOf: (file: File) => number,
): File[] {
  if (waits.length === 0) return computes;
  let whole = 0;
  const before = computes.map((file) => {
    const start = whole;
    whole += sizeOf(file);
    return start;
  });
  const first = whole * AFTER_THE_LONGEST;
  const distance = (whole - first) / (waits.length - 1);
  const starts = waits.map((_, index) => {
    const share = index === 0 ? 0 : first + distance * (index - 1);
    return before.filter((sum) => sum < share).length;
  });
  // Behind the last of them comes all that is left.
  return waits.flatMap((file, index) => [
    file,
    ...computes.slice(starts[index], starts[index + 1]),
  ]);
}

/** Each project's files in Vitest's own order, with those that wait spread among them. */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((those) => {
      const waits = waiting.flatMap((file) => those.filter(({ moduleId }) => moduleId === file));
      const computes = those.filter((file) => !waits.includes(file));
      return spread(waits, computes, ({ moduleId }) => statSync(moduleId).size);
    });
  }
}
