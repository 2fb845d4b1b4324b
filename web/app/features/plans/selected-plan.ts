import { storageKeys } from 'contract/storage';
import { readJson, removeKey, writeJson } from '../../lib/storage.ts';

/** What a visitor chose on the public pricing section (spec section 3). */
export interface SelectedPlan {
  name: string;
  isYearly: boolean;
}

/** Remembers a visitor's choice over the login. */
export function rememberPlan(plan: SelectedPlan): void {
  writeJson(storageKeys.selectedPlan, plan);
}

/** Whether the remembered choice was a yearly plan; false without one. */
export function choseYearly(): boolean {
  const plan = readJson(storageKeys.selectedPlan) as Partial<SelectedPlan> | null;
  return typeof plan === 'object' && plan?.isYearly === true;
}

/** Forgets the choice once the plans page has taken it up. */
export function forgetPlan(): void {
  removeKey(storageKeys.selectedPlan);
}
