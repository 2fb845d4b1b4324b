import { storageKeys } from 'contract/storage';
import { readJson, removeKey } from '../../lib/storage.ts';

/** What a visitor chose on the public pricing section (product A61). */
export interface SelectedPlan {
  name: string;
  isYearly: boolean;
}

/**
 * The choice a visitor made on the public page, where `early` wrote it down; undefined without one.
 */
export function rememberedPlan(): SelectedPlan | undefined {
  const plan = readJson(storageKeys.selectedPlan) as Partial<SelectedPlan> | null;
  if (typeof plan !== 'object' || typeof plan?.name !== 'string') return undefined;
  return { name: plan.name, isYearly: plan.isYearly === true };
}

/** Forgets the choice once the plans page has taken it up. */
export function forgetPlan(): void {
  removeKey(storageKeys.selectedPlan);
}
