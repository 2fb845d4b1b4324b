import { inWords, retention } from './retention.ts';

/** The texts that both sides use (product E1 to E30, E43). */
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
  resetSent: 'Password reset instructions sent to your email',
  passwordUpdated: 'Password updated successfully',
  resetKeyMissing: 'Invalid or missing reset token',
  resetFailed: 'Failed to reset password',
  redirecting: 'Redirecting to secure checkout...',
  plansFailed: 'Failed to load subscription plans',
  checkoutFailed: 'Failed to process subscription',
  cancelled: 'Subscription will be cancelled at the end of the billing period',
  cancellationUndone: 'Subscription cancellation reversed successfully',
  stripeAway:
    'The payment service cannot be reached right now. Nothing was changed or charged. Please try again in a minute.',
  subscriptionsFailed: 'Failed to load subscriptions. Please try again.',
  copyRequested: 'Your data is being copied. We will email you a link to download it.',
  copyOnItsWay:
    'A copy of your data is on its way already. Look for our email, and ask again in an hour if it has not come.',
  copyNotYours:
    'This link is not one of your account. Ask for a copy of your data in your account.',
  copyUsed: 'This link was used already. Ask for a new copy in your account.',
  copyOver: `The ${inWords(retention.dataCopy)} of this link are over. Ask for a new copy in your account.`,
  accountDeleted: 'Your account was deleted',
  passwordWrong: 'This password is not correct',
  onlyAdmin: 'You are the only admin. Make somebody else an admin first.',
  proofNeeded: 'Nothing was done: please confirm first that it is you.',
  proved: 'Thank you',
  secondStep: 'Enter your code to finish logging in',
  codeWrong:
    'This code is not right. A code of the app changes every 30 seconds, and each one works once.',
  secondStepOver: 'This login took too long. Please log in again.',
  setUpOver: 'This set-up is over. Please begin again.',
  noFactor: 'Set up two-step login first.',
  manyApps: 'You have five authenticator apps. Remove one first.',
  factorRemoved: 'Authenticator app removed',
  paymentsFailed: 'Failed to load payment history. Please try again.',
} as const;
