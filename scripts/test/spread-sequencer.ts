import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../lib/paths.ts';

/**
 * The files that wait more than they compute: for a clock, an outage, another process. The longest come first. One
 * beside the other they leave the processor idle.
 */
const waiting = [
  'bench/src/faults/short',
  'api/src/db/outage',
  'api/src/http/timeouts',
  'api/src/server',
  'api/src/emails/mails',
  'api/src/commands/admin-create',
  'api/src/features/products/retries',
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
  'scripts/lib/postgres',
  'scripts/bootstrap/install',
  'stripe-sandbox/src/webhooks/webhooks',
].map((name) => {
  const file = join(root, `${name}.test.ts`);
  // One that fits nothing would be passed over.
  if (!existsSync(file)) throw new Error(`${file} is not there any more`);
  return file;
});

/** So much of what computes comes between the longest and the next: an eighth, in which its wait is over. */
const AFTER_THE_LONGEST = 1 / 8;

/**
 * Puts what waits at even distances among what computes. The longest of it begins, with nothing else that waits
 * for the first eighth.
 */
export function spread<File>(waits: File[], computes: File[]): File[] {
  const [longest, ...others] = waits;
  if (longest === undefined) return computes;
  const first = Math.ceil(computes.length * AFTER_THE_LONGEST);
  const distance = (computes.length - first) / Math.max(1, others.length);
  const between = (index: number) => {
    const end = index === others.length - 1 ? computes.length : first + distance * (index + 1);
    return computes.slice(Math.round(first + distance * index), Math.round(end));
  };
  const rest = others.flatMap((file, index) => [file, ...between(index)]);
  return [longest, ...computes.slice(0, first), ...(others.length > 0 ? rest : between(0))];
}

/** Each project's files in Vitest's own order, with those that wait spread among them. */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((those) => {
      const place = ({ moduleId }: TestSpecification) => waiting.indexOf(moduleId);
      const { waits = [], computes = [] } = Object.groupBy(those, (file) =>
        place(file) >= 0 ? 'waits' : 'computes',
      );
      waits.sort((one, other) => place(one) - place(other));
      return spread(waits, computes);
    });
  }
}
