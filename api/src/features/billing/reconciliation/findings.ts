import type { Difference } from 'contract/reconciliation';

/**
 * Counts what differs and keeps the first `listed` of it: what could not be repaired before what was, so that
 * nobody is told that nothing is left.
 */
export function createFindings(listed = 500) {
  const left: Difference[] = [];
  const repaired: Difference[] = [];
  let found = 0;
  return {
    note(differences: Difference[]): void {
      found += differences.length;
      for (const one of differences) {
        const list = one.repaired ? repaired : left;
        if (list.length < listed) list.push(one);
      }
    },
    all: () => ({ found, differences: [...left, ...repaired].slice(0, listed) }),
  };
}
