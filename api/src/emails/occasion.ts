import { formatMoment } from 'contract/format';
import { z } from 'zod';
import { moment } from './template.ts';

/** When something was done to an account, and on which device in words; '' where that is not known. */
export const occasion = z.object({ at: moment, device: z.string() });
export type Occasion = z.output<typeof occasion>;

/** How a mail tells of it; of what no device did, such as an admin's act, the time alone. */
export function occasionDetails({ at, device }: Occasion): [label: string, value: string][] {
  const when: [string, string] = ['When', formatMoment(at)];
  return device ? [when, ['Device', device]] : [when];
}
