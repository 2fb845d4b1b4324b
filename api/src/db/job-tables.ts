import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';

const againMs = 500;

/**
 * Makes the tables of the queues, or brings them up to date, for servers whose own account may not. Waits
 * for the indexes that are built beside.
 */
export async function makeJobTables(url: string): Promise<void> {
  const parts = { max: 2, supervise: false, schedule: false } as const;
  const boss = new PgBoss({ connectionString: url, ...parts });
  let fault: unknown;
  boss.on('error', (error) => {
    fault = error;
  });
  await boss.start();
  try {
    while (await isBuilding(boss)) {
      if (fault) throw fault;
      await setTimeout(againMs);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function isBuilding(boss: PgBoss): Promise<boolean> {
  const commands = await boss.getBamStatus();
  return commands.some(({ status }) => status === 'pending' || status === 'in_progress');
}
