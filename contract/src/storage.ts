/** The browser's storage keys (spec section 9). */
export const storageKeys = {
  token: 'authToken',
  user: 'userData',
  selectedPlan: 'selected_plan',
  checkoutSession: 'checkout_session_id',
} as const;
