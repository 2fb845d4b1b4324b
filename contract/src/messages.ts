import { inWords, retention } from './retention.ts';

/**
 * The texts that both sides use (product E1 to E30, E43, E82): `import * as messages`. Each is a name of its own, so
 * that the browser is sent those that it says, and not what the server alone does.
 */

export const unexpected = 'An unexpected error occurred';
export const badRequest = 'Bad request';
export const unauthorised = 'Invalid credentials or session expired';
export const forbidden = 'Access denied. Insufficient permissions.';
export const notFound = 'Resource not found';
export const validation = 'Validation failed';
export const server = 'Server error. Please try again later.';
export const network = 'Network error. Please check your connection.';
export const signedUp = 'Account created successfully! Please log in to continue.';
export const signedOut = 'Logged out successfully';
export const signedIn = 'Logged in successfully';
export const sessionEnded = 'That device was logged out';
export const sessionsEnded = 'All other devices were logged out';
export const sessionsOfUserEnded = 'The user was logged out everywhere';
export const emailVerified = 'Your email is confirmed';
export const emailVerifiedBefore = 'Your email is confirmed already';
export const verificationSent = 'We sent you another link. Look for our email.';
export const linkOver =
  'This link has expired or was used already. If your email is not confirmed yet, log in and have another one sent.';
export const verifyFirst =
  'Confirm your email first: we sent you a link. Then your products can be opened.';
export const changeSent =
  'We sent a link to your new email. Nothing changes until you press its button.';
export const changeOver =
  'This link has expired, was used or was taken back. Log in to see which email your account has.';
export const changeTakenBack = 'The change of your email was taken back';
export const emailSame = 'This is the email of your account already';
export const emailTaken = 'An account with this email already exists.';
export const emailChanged = 'Your email was changed. Log in with the new one from now on.';
export const undoOver =
  'This link has expired or was used already. If you do not know why, write to us.';
export const emailRestored = 'Your email is as it was before, and all devices were logged out';
export const resetSent = 'Password reset instructions sent to your email';
export const passwordUpdated = 'Password updated successfully';
export const resetKeyMissing = 'Invalid or missing reset token';
export const resetFailed = 'Failed to reset password';
export const redirecting = 'Redirecting to secure checkout...';
export const textsChanged =
  'Our terms or our privacy policy have changed since you opened this page. No account was created. Please read them again, then press Create account once more.';
export const termsChanged =
  'Our terms have changed since you opened this page. Nothing was charged. Please read them again, then choose the plan once more.';
export const saleChanged =
  'The price or the free trial of this plan has changed since you opened this page. Nothing was charged. Please look at it again, then choose the plan once more.';
export const saleAndTermsChanged =
  'The price or the free trial of this plan and our terms have changed since you opened this page. Nothing was charged. Please look at it again and read them, then choose the plan once more.';
export const plansFailed = 'Failed to load subscription plans';
export const checkoutFailed = 'Failed to process subscription';
export const cancelled = 'Subscription will be cancelled at the end of the billing period';
export const cancellationUndone = 'Subscription cancellation reversed successfully';
export const stripeAway =
  'The payment service cannot be reached right now. Nothing was changed or charged. Please try again in a minute.';
export const pricesChanging =
  'Our prices are being changed at this moment. Nothing was changed or charged. Please reload the page in a few minutes.';
export const subscriptionsFailed = 'Failed to load subscriptions. Please try again.';
export const copyRequested = 'Your data is being copied. We will email you a link to download it.';
export const copyOnItsWay =
  'A copy of your data is on its way already. Look for our email, and ask again in an hour if it has not come.';
export const copyNotYours =
  'This link is not one of your account. Ask for a copy of your data in your account.';
export const copyUsed = 'This link was used already. Ask for a new copy in your account.';
export const copyOver = `The ${inWords(retention.dataCopy)} of this link are over. Ask for a new copy in your account.`;
export const invoiceDetailsSaved = 'Your invoice details were saved';
export const accountDeleted = 'Your account was deleted';
export const passwordWrong = 'This password is not correct';
export const passwordSame = 'This is the password you have. Choose another one.';
export const nameChanged = 'Your name was changed';
export const passwordChanged = 'Password changed. All other devices were logged out.';
export const onlyAdmin = 'You are the only admin. Make somebody else an admin first.';
export const proofNeeded = 'Nothing was done: please confirm first that it is you.';
export const proved = 'Thank you';
export const secondStep = 'Enter your code to finish logging in';
export const codeWrong =
  'This code is not right. A code of the app changes every 30 seconds, and each one works once.';
export const secondStepOver = 'This login took too long. Please log in again.';
export const setUpOver = 'This set-up is over. Please begin again.';
export const adminNeedsFactor =
  'Admins log in with two steps. Set up two-step login in your account first.';
export const needsFactor = 'Set up two-step login in your account first.';
export const lastFactor =
  'You need a second factor. Set up another one before you remove this one.';
export const adminLastFactor =
  'Admins need a second factor. Set up another one before you remove this one.';
export const noFactor = 'Set up two-step login first.';
export const manyPasskeys = 'You have ten passkeys. Remove one first.';
export const passkeyKept = 'This passkey is kept already.';
export const passkeyRefused =
  'This passkey was not accepted. Please try again, or log in another way.';
export const passkeyRemoved = 'Passkey removed';
export const manyApps = 'You have five authenticator apps. Remove one first.';
export const factorRemoved = 'Authenticator app removed';
export const viewOnly = 'You only see what the user sees. Nothing can be changed here.';
export const viewEnded = 'You see your own pages again';
export const viewOfAdmin = 'Admins cannot be seen as.';
export const viewOfInactive = 'The account is deactivated: its user sees nothing.';
export const factorsReset = 'Two-step login was reset, and the user was told by email';
export const nothingToReset = 'This user has no two-step login to reset.';
export const resetOwnFactors = 'Remove your own second factors in your account.';
export const paymentsFailed = 'Failed to load payment history. Please try again.';
