/** Pence of pounds as the API answers them. */
export const toPence = (pounds: number): number => Math.round(pounds * 100);

/** Pence of an amount that was typed in pounds, such as 20, 20.5 or £1,020.00; null of anything else. */
export function readPence(typed: string): number | null {
  const plain = typed.trim().replace(/^£\s*/, '').replaceAll(',', '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return null;
  const pence = toPence(Number(plain));
  return pence > 0 ? pence : null;
}
