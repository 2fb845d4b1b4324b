import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Env, readEnv } from '../env.ts';
import { lookAtDatabase } from './database.ts';
import { bad, type Finding, good, look, lookAt } from './finding.ts';
import { lookAtMail, type ResolveTxt } from './mail.ts';
import { lookAtStripe } from './stripe.ts';

const leastBytes = 1e9;

/**
 * Looks at all that the product needs around it, and changes nothing. Without settings that hold there
 * is nothing more to look at.
 */
export async function examine(
  settings: Record<string, string | undefined>,
  resolve?: ResolveTxt,
): Promise<Finding[]> {
  let env: Env;
  try {
    env = readEnv(settings);
  } catch (error) {
    return [bad((error as Error).message, 'docs/operating.md lists all settings.')];
  }
  const isServed = env.NODE_ENV === 'production';
  const all = await Promise.all([
    isServed
      ? [good('The settings are complete.')]
      : [
          look(
            'The settings are not those of production.',
            'Set NODE_ENV=production to look at these.',
          ),
        ],
    lookAtDatabase(env),
    lookAtDisk(),
    lookAtStripe(env),
    lookAtMail(env, settings.DKIM_SELECTOR, resolve),
  ]);
  return all.flat();
}

function lookAtDisk(): Promise<Finding[]> {
  return lookAt('The disk', 'May the temporary folder be read?', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const left = `${((Number(bavail) * Number(bsize)) / 1e9).toFixed(1)} GB`;
    return [
      Number(bavail) * Number(bsize) >= leastBytes
        ? good(`${tmpdir()} has ${left} left.`)
        : look(`${tmpdir()} has only ${left} left.`, 'Backups and compiled code need room.'),
    ];
  });
}
