/** The browser's storage keys (product A59 to A62). */
export const storageKeys = {
  token: 'authToken',
  user: 'userData',
  selectedPlan: 'selected_plan',
  checkoutSession: 'checkout_session_id',
  device: 'known_device',
  /** In the tab's session storage. */
  signedOut: 'signed_out',
  /** The same: what an admin sees of a user, in this tab alone. */
  view: 'seen_as',
} as const;
