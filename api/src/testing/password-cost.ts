import * as real from '../features/accounts/password-cost.ts';

/** Next to nothing: what stands for thousands of people guards nobody, and took a twentieth of all tests' time. */
const cheap = { memoryCost: 128, timeCost: 1 };
export const passwordCost = { ...real.passwordCost, ...cheap };
export const recoveryCodeCost = { ...real.recoveryCodeCost, ...cheap };

/** As a server that runs has it. */
export const realRecoveryCodeCost = real.recoveryCodeCost;
