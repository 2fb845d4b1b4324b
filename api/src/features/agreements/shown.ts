import * as messages from 'contract/messages';
import type { ShownSale, ShownTexts } from 'contract/shown';
import { shownHeader } from 'contract/shown-header';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Invalid, Outdated } from '../../http/errors.ts';
import { currentTexts } from './texts.ts';

/** What a page says that it showed, if it says so. Throws Invalid for what cannot be read. */
export function readShown<T extends z.ZodType>(
  schema: T,
  { headers }: FastifyRequest,
): z.output<T> | undefined {
  const header = headers[shownHeader];
  if (header === undefined) return undefined;
  const read = schema.safeParse(Object.fromEntries(new URLSearchParams(String(header))));
  if (read.success) return read.data;
  throw new Invalid({ shown: `The header ${shownHeader} cannot be read. Leave it out` });
}

/**
 * Refuses whoever signs up on a page that showed other texts than would be agreed to now (product U370).
 * Throws Outdated.
 */
export function refuseOtherTexts(shown: ShownTexts = {}): void {
  const now = {
    terms_version: currentTexts.terms.version,
    privacy_version: currentTexts.privacy.version,
  };
  if (isShown(shown, now)) return;
  throw new Outdated(messages.textsChanged, 'terms', now);
}

/**
 * Refuses whoever chooses a plan on a page that showed another price, trial or version of the terms than
 * would be agreed to now (product U370). Throws Outdated.
 */
export function refuseOtherSale(shown: ShownSale = {}, now: Required<ShownSale>): void {
  const { terms_version, ...offered } = shown;
  const isRead = isShown({ terms_version }, now);
  if (!isShown(offered, now)) {
    // The page takes the terms for read from now on, so they are named wherever they have changed.
    const changed = isRead ? messages.saleChanged : messages.saleAndTermsChanged;
    throw new Outdated(changed, 'shown', now);
  }
  if (!isRead) throw new Outdated(messages.termsChanged, 'shown', now);
}

/** Whether all that was said to be shown is so now. */
function isShown<Now extends object>(shown: Partial<Now>, now: Now): boolean {
  return (Object.keys(shown) as (keyof Now)[]).every(
    (name) => shown[name] === undefined || shown[name] === now[name],
  );
}
