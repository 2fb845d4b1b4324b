/** What the audit log writes down, as it is shown. */
const labels: Record<string, string> = {
  'account.created': 'Account created',
  'login.succeeded': 'Logged in',
  'login.refused': 'Login refused',
  'login.limited': 'Login held back',
  logout: 'Logged out',
  'session.ended': 'Session ended',
  'password.changed': 'Password changed',
  'password.refused': 'Password refused',
  'code.refused': 'Code refused',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'factors.reset': 'Second factors reset',
  'recovery-code.used': 'Recovery code used',
  'recovery-codes.made': 'Recovery codes made',
  'data.copied': 'Data copied',
  'data.fetched': 'Data downloaded',
  'access.refused': 'Access refused',
  'product.opened': 'Product opened',
  'user.created': 'User created',
  'user.changed': 'User edited',
  'user.activated': 'User activated',
  'user.deactivated': 'User deactivated',
  'user.promoted': 'Made admin',
  'user.demoted': 'Admin role taken away',
  'user.trial-allowed': 'Trial allowed',
  'user.deleted': 'User deleted',
  'list.exported': 'List exported',
  'event.resent': 'Event resent',
  'job.retried': 'Job tried again',
  'subscription.withdrawn': 'Subscription withdrawn',
  'payment.refunded': 'Payment refunded',
};

/** The options of the action filter. */
export const actionOptions = [
  { value: 'all', label: 'All Actions' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** What was done, as it is shown; an action without a label as it is stored. */
export function actionLabel(action: string): string {
  return labels[action] ?? action;
}
