import type { Row } from '../report.ts';

/** A product as it asks. */
export interface Product {
  /** Where its calls are. */
  api: string;
  headers: Record<string, string>;
}

interface Page {
  data: { user: { id: string } }[];
  next: string | null;
  has_more: boolean;
}

/** Takes everybody, page after page, as a product does that has forgotten everything. */
export async function copyAll({ api, headers }: Product, expected: number): Promise<Row> {
  const ids = new Set<string>();
  const began = performance.now();
  for (let next = '', more = true; more; ) {
    const answer = await fetch(`${api}/access?after=${next}`, { headers });
    const page = (await answer.json()) as Page;
    for (const { user } of page.data) ids.add(user.id);
    next = page.next ?? '';
    more = page.has_more;
  }
  const seconds = (performance.now() - began) / 1_000;
  if (ids.size !== expected) throw new Error(`The copy has ${ids.size} of ${expected}`);
  const rate = Math.round(expected / seconds).toLocaleString('en-GB');
  return {
    what: `a full copy of ${expected} rows, 100 at once, one call after the other`,
    figure: `${seconds.toFixed(0)} s, ${rate} a second`,
  };
}
