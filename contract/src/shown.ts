import { z } from 'zod';
import { text } from './text.ts';

const version = text(64).optional();

/** Whoever sends it is refused where something else would be agreed to by now; what is left out is not looked at. */
export const shownTexts = z.strictObject({ terms_version: version, privacy_version: version });
export type ShownTexts = z.infer<typeof shownTexts>;

export const shownSale = z.strictObject({
  /** Pounds. */
  price: z.coerce.number().optional(),
  /** Days free; 0 where it starts paid, or changes what is held. */
  trial_days: z.coerce.number().int().optional(),
  terms_version: version,
});
export type ShownSale = z.infer<typeof shownSale>;

/** What would be agreed to by now, by what was shown. */
export type ShownNow = Partial<ShownTexts & ShownSale>;
