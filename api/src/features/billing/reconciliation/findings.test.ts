import type { Difference } from 'contract/reconciliation';
import { expect, it } from 'vitest';
import { createFindings } from './findings.ts';

const finding = (n: number, repaired: boolean): Difference => ({
  ...{ kind: 'subscription', id: `sub_${n}`, field: 'status', ours: 'active', stripe: null },
  repaired,
});

it('what is not repaired is listed whatever was repaired before it, and all is counted', () => {
  const findings = createFindings(5);
  findings.note(Array.from({ length: 7 }, (_, n) => finding(n, true)));
  findings.note([finding(7, false)]);
  findings.note([finding(8, true), finding(9, false)]);
  const { found, differences } = findings.all();
  expect(found).toBe(10);
  expect(differences.map(({ id }) => id)).toEqual(['sub_7', 'sub_9', 'sub_0', 'sub_1', 'sub_2']);
});
