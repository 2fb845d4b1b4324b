import { text } from './text.ts';

/** The longest reason that is given for an act; it is kept in the audit log. */
export const longestReason = 200;

/** Why an admin does something that its user may ask about. */
export const reason = text(
  longestReason,
  'Enter a reason',
  `Use ${longestReason} characters or fewer for the reason`,
)
  .trim()
  .min(1, 'Enter a reason');
