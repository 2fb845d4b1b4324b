import { storageKeys } from 'contract/storage';
import type { PlanOffer } from 'contract/subscriptions';
import { readJson, removeKey, writeJson } from '../../lib/storage.ts';

/** What was chosen before the login, by name on the home page, by plan id here (product A61). */
export interface SelectedPlan {
  name?: string;
  planId?: string;
  isYearly: boolean;
}

/** The choice made before the login, as it was written down; undefined without one. */
export function rememberedPlan(): SelectedPlan | undefined {
  const plan = readJson(storageKeys.selectedPlan) as Record<string, unknown> | null;
  if (typeof plan !== 'object' || plan === null) return undefined;
  const isYearly = plan.isYearly === true;
  if (typeof plan.name === 'string') return { name: plan.name, isYearly };
  return typeof plan.planId === 'string' ? { planId: plan.planId, isYearly } : undefined;
}

/** Whether this is the offer that was chosen. */
export function isSelected(offer: PlanOffer, choice: SelectedPlan | undefined): boolean {
  if (!choice) return false;
  const { name, planId } = choice;
  return (
    offer.name === name || [offer.monthlyPlanId, offer.yearlyPlanId].some((id) => id === planId)
  );
}

/** Keeps a choice for the time after the login. */
export function rememberPlan(planId: string, isYearly: boolean): void {
  writeJson(storageKeys.selectedPlan, { planId, isYearly });
}

/** Forgets the choice once the plans page has taken it up. */
export function forgetPlan(): void {
  removeKey(storageKeys.selectedPlan);
}
