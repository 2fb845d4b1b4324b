/** What the audit log writes down, as it is shown. */
const labels: Record<string, string> = {
  'account.created': 'Account created',
  'login.succeeded': 'Logged in',
  'login.refused': 'Login refused',
  'login.limited': 'Login held back',
  logout: 'Logged out',
  'session.ended': 'Session ended',
  'session.renewed': 'Session renewed',
  'password.changed': 'Password changed',
  'password.refused': 'Password refused',
  'code.refused': 'Code refused',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'factors.reset': 'Second factors reset',
  'recovery-code.used': 'Recovery code used',
  'recovery-codes.made': 'Recovery codes made',
  'email.verified': 'Email confirmed',
  'email.asked': 'Email change asked',
  'email.kept': 'Email change taken back',
  'email.changed': 'Email changed',
  'email.restored': 'Email change undone',
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
  'user.opened': 'User looked at',
  'list.opened': 'List looked at',
  'list.exported': 'List exported',
  'list.fetched': 'List downloaded',
  'event.resent': 'Event resent',
  'job.retried': 'Job tried again',
  'subscription.withdrawn': 'Subscription withdrawn',
  'payment.refunded': 'Payment refunded',
  'view.opened': 'Seen as user',
  'view.ended': 'Seeing as user ended',
  'product-key.made': 'Product key made',
  'product-key.ended': 'Product key ended',
  'endpoint.made': 'Endpoint added',
  'endpoint.removed': 'Endpoint removed',
  'endpoint.secret-rotated': 'Endpoint secret renewed',
  'endpoint.tested': 'Endpoint tested',
  'endpoint.enabled': 'Endpoint switched on',
  'delivery.resent': 'Delivery resent',
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
