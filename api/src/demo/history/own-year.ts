import { type Act, changes, choose, fails } from './stories.ts';

/**
 * The year of the demo's own user: a plan that was changed, another that renews, a payment that
 * failed and was made good, and one that was given back.
 */
export const ownYear: { joined: number; acts: Act[] } = {
  joined: 371,
  acts: [
    ...choose('portfolio', 'monthly'),
    ...choose('cataract', 'monthly', { day: 98 }),
    ...fails('portfolio', 6, 2.3),
    ...changes('portfolio', 8, 'yearly'),
    { day: 262, do: 'refund' },
    { day: -6, do: 'visit' },
  ],
};
