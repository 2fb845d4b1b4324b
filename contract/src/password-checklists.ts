/** The four items of the live checklist on the sign-up form (product A23). */
export const passwordChecklist = [
  { label: 'At least 8 characters', holds: (password: string) => password.length >= 8 },
  { label: 'An uppercase letter', holds: (password: string) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', holds: (password: string) => /[a-z]/.test(password) },
  { label: 'A number', holds: (password: string) => /\d/.test(password) },
] as const;

/** What a new password on the reset page must have: the same, and a special character. */
export const resetChecklist = [
  ...passwordChecklist,
  {
    label: 'A special character (@$!%*?&)',
    holds: (password: string) => /[@$!%*?&]/.test(password),
  },
] as const;
