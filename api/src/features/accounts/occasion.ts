import type { Occasion } from '../../emails/occasion.ts';
import { deviceWords } from './device-words.ts';

/** What a mail says of when and on which device somebody did something. `agent` as a browser says it. */
export function occasionOf({ agent }: { agent?: string | undefined }): Occasion {
  return { at: new Date().toISOString(), device: deviceWords(agent) || 'Unknown device' };
}
