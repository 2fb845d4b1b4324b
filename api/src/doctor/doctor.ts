import { type Env, readEnv } from '../env.ts';
import { lookAtDatabase } from './database.ts';
import { lookAtDisk } from './disk.ts';
import { bad, type Finding, good, look } from './finding.ts';
import { lookAtMail, type ResolveTxt } from './mail.ts';
import { lookAtStripe } from './stripe.ts';

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
    lookAtDisk(env),
    lookAtStripe(env),
    lookAtMail(env, settings.DKIM_SELECTOR, resolve),
  ]);
  return all.flat();
}
