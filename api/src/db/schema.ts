export * from './schema/accounts.ts';
export * from './schema/agreements.ts';
export * from './schema/billing.ts';
export * from './schema/factors.ts';
export * from './schema/records.ts';
export * from './schema/stripe.ts';
export * from './schema/tallies.ts';
export * from './schema/trials.ts';
