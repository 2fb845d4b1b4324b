import { accountHistory } from './account-history.ts';
import {
  changeName,
  changePassword,
  login,
  logout,
  me,
  register,
  requestReset,
  updatePassword,
} from './accounts.ts';
import { adminListSubscriptions } from './admin-subscriptions.ts';
import { acknowledgeChange, listAgreements } from './agreements.ts';
import { listAudit } from './audit.ts';
import { adminDashboardStats, userDashboardStats } from './dashboards.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  readEmail,
  sendVerification,
  undoEmail,
  verifyEmail,
} from './email-links.ts';
import { listOpenEvents, resendEvent } from './events.ts';
import { createExport } from './exports.ts';
import { listFailures, retryJob, retryJobs } from './failures.ts';
import { readInvoiceDetails, saveInvoiceDetails } from './invoice-details.ts';
import {
  adminWithdraw,
  cancelFigures,
  cancelSubscription,
  refundPayment,
  withdraw,
} from './leaving.ts';
import { deleteAccount, requestCopy } from './own-data.ts';
import { confirmPasskey, loginPasskey, startPasskey, startPasskeyLogin } from './passkeys.ts';
import { adminListPayments, listPayments, openInvoice, statement } from './payments.ts';
import {
  createProductKey,
  deleteProductKey,
  listAccess,
  listProductKeys,
  readAccess,
} from './product-access.ts';
import {
  createProductEndpoint,
  deleteProductEndpoint,
  enableProductEndpoint,
  listDeliveries,
  listProductEndpoints,
  resendDelivery,
  resendSince,
  rotateProductEndpoint,
  testProductEndpoint,
} from './product-connections.ts';
import { productLogin } from './product-logins.ts';
import { proveOneself, startPasskeyProof } from './proof.ts';
import { lastReconciliation } from './reconciliation.ts';
import { lastRetention } from './retention-runs.ts';
import {
  adminResetFactors,
  confirmTotp,
  deleteSecondFactor,
  listSecondFactors,
  loginSecondFactor,
  renewRecoveryCodes,
  startTotp,
} from './second-factors.ts';
import {
  adminEndSession,
  adminEndSessions,
  adminListSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from './sessions.ts';
import {
  checkout,
  confirmCheckout,
  listPlans,
  listSubscriptions,
  previewChange,
  refreshSubscriptions,
  updateCard,
} from './subscriptions.ts';
import { userHistory } from './user-history.ts';
import {
  allowTrial,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  setUserStatus,
  updateUser,
} from './users.ts';
import { endView, openView } from './views.ts';

/** Every call of the API, once. */
export const endpoints = {
  register,
  login,
  logout,
  requestReset,
  updatePassword,
  changeName,
  changePassword,
  verifyEmail,
  sendVerification,
  readEmail,
  changeEmail,
  cancelEmailChange,
  confirmEmail,
  undoEmail,
  me,
  listSessions,
  endSession,
  endOtherSessions,
  adminListSessions,
  adminEndSession,
  adminEndSessions,
  listPlans,
  checkout,
  previewChange,
  confirmCheckout,
  listSubscriptions,
  cancelSubscription,
  withdraw,
  updateCard,
  refreshSubscriptions,
  adminListSubscriptions,
  adminWithdraw,
  cancelFigures,
  productLogin,
  listPayments,
  openInvoice,
  statement,
  readInvoiceDetails,
  saveInvoiceDetails,
  listAgreements,
  acknowledgeChange,
  lastReconciliation,
  adminListPayments,
  refundPayment,
  userDashboardStats,
  adminDashboardStats,
  listUsers,
  setUserStatus,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  allowTrial,
  userHistory,
  listAudit,
  listOpenEvents,
  resendEvent,
  listFailures,
  retryJob,
  retryJobs,
  createExport,
  requestCopy,
  deleteAccount,
  lastRetention,
  loginSecondFactor,
  listSecondFactors,
  startTotp,
  confirmTotp,
  renewRecoveryCodes,
  deleteSecondFactor,
  adminResetFactors,
  proveOneself,
  startPasskeyProof,
  startPasskey,
  confirmPasskey,
  startPasskeyLogin,
  loginPasskey,
  readAccess,
  listAccess,
  listProductKeys,
  createProductKey,
  deleteProductKey,
  openView,
  endView,
  accountHistory,
  listProductEndpoints,
  createProductEndpoint,
  deleteProductEndpoint,
  rotateProductEndpoint,
  testProductEndpoint,
  enableProductEndpoint,
  resendSince,
  listDeliveries,
  resendDelivery,
} as const;
