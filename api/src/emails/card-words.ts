import { type Card, cardExpiry, cardName, card as named } from 'contract/card';

/** The card that will be charged; null where none is known. */
export const card = named.nullable();

/** Makes a mail's content of before cards were named one that names none. */
export const withoutCard = (content: Record<string, unknown>): Record<string, unknown> => ({
  ...content,
  card: null,
});

/** 'Visa ending in 4242, expires 09/2027', as a fact, where it is known. */
export function cardLine(charged: Card | null): [string, string][] {
  return charged ? [['Card', `${cardName(charged)}, expires ${cardExpiry(charged)}`]] : [];
}
