import { passwordCost as real } from '../features/accounts/password-cost.ts';

/** A sixteenth of what a password costs: still the dearest part of a sign-in, and no more than that. */
export const passwordCost = { ...real, memoryCost: 8_192, timeCost: 1 };
