/** The texts of spec section 8 that both sides use. */
export const messages = {
  unexpected: 'An unexpected error occurred',
  badRequest: 'Bad request',
  unauthorised: 'Invalid credentials or session expired',
  forbidden: 'Access denied. Insufficient permissions.',
  notFound: 'Resource not found',
  validation: 'Validation failed',
  server: 'Server error. Please try again later.',
  network: 'Network error. Please check your connection.',
  signedUp: 'Account created successfully! Please log in to continue.',
  signedOut: 'Logged out successfully',
  signedIn: 'Logged in successfully',
  redirecting: 'Redirecting to secure checkout...',
  plansFailed: 'Failed to load subscription plans',
  checkoutFailed: 'Failed to process subscription',
  cancelled: 'Subscription will be cancelled at the end of the billing period',
  cancellationUndone: 'Subscription cancellation reversed successfully',
  stripeAway:
    'The payment service cannot be reached right now. Nothing was changed or charged. Please try again in a minute.',
  subscriptionsFailed: 'Failed to load subscriptions. Please try again.',
  paymentsFailed: 'Failed to load payment history. Please try again.',
} as const;
