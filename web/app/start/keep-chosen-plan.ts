import { storageKeys } from 'contract/storage';
import { writeJson } from '../lib/storage.ts';

/** Remembers the plan that a followed link names in `data-plan`, with the period (product P28). */
export function keepChosenPlan(): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-plan]');
    if (!link) return;
    const isYearly = document.querySelector('[name=period][value=yearly]:checked') !== null;
    writeJson(storageKeys.selectedPlan, { name: link.dataset.plan, isYearly });
  });
}
