import { parseArgs } from 'node:util';
import { findPlan, plans } from 'contract/catalogue';
import { z } from 'zod';
import { lineOf, sumOf } from '../features/billing/price-moves/present.ts';
import {
  type Move,
  type MoveOfHolder,
  movePrices,
} from '../features/billing/price-moves/service.ts';
import { askServer } from './ask-server.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run prices:move -- --plan <id> --from <year-month-day> [--dry-run]`: tells everybody who holds a
 * plan at a price of before of the catalogue's, and moves them at their first renewal 30 days or more
 * after that, on that day or later. It can be broken off and run again.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const move = readMove();
  if (process.env.DATABASE_URL) await here(move);
  else {
    const { plan, from, isDryRun } = move;
    const body = { plan: plan.id, from, dry_run: isDryRun };
    const { lines } = await askServer<{ lines: string[] }>('prices-move', body);
    for (const line of lines) say(line);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readMove(): Move {
  const { values } = parseArgs({
    options: {
      plan: { type: 'string', default: '' },
      from: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const plan = findPlan(values.plan) ?? plans.find(({ lookupKey }) => lookupKey === values.plan);
  const { data: from } = z.iso.date().safeParse(values.from);
  if (!plan || !from) {
    const known = plans.map(({ id, lookupKey }) => `  ${id}  ${lookupKey}`).join('\n');
    throw new Error(
      `Usage: npm run prices:move -- --plan <id> --from <year-month-day> [--dry-run]\nPlans:\n${known}`,
    );
  }
  return { plan, from, isDryRun: values['dry-run'] };
}

async function here(move: Move): Promise<void> {
  const holders: MoveOfHolder[] = [];
  await withServices(async (services) => {
    for await (const holder of movePrices(services, move)) {
      holders.push(holder);
      say(lineOf(holder, move));
    }
  });
  say(sumOf(holders, move));
}
