/**
 * For which of the two periods the audit log keeps what was done: who came, went and was refused, or what
 * was changed and looked at. Whoever adds one decides here.
 */
export const periodOfAction = {
  'account.created': 'auditLog',
  'login.succeeded': 'signIns',
  'login.refused': 'signIns',
  'login.limited': 'signIns',
  logout: 'signIns',
  'session.ended': 'signIns',
  'session.renewed': 'signIns',
  'password.changed': 'auditLog',
  'password.refused': 'signIns',
  'code.refused': 'signIns',
  'factor.added': 'auditLog',
  'factor.removed': 'auditLog',
  'factors.reset': 'auditLog',
  'recovery-code.used': 'auditLog',
  'recovery-codes.made': 'auditLog',
  'email.verified': 'auditLog',
  'email.asked': 'auditLog',
  'email.kept': 'auditLog',
  'email.changed': 'auditLog',
  'email.restored': 'auditLog',
  'data.copied': 'auditLog',
  'data.fetched': 'auditLog',
  'access.refused': 'signIns',
  'product.opened': 'signIns',
  'user.activated': 'auditLog',
  'user.deactivated': 'auditLog',
  'user.promoted': 'auditLog',
  'user.demoted': 'auditLog',
  'user.changed': 'auditLog',
  'user.trial-allowed': 'auditLog',
  'user.created': 'auditLog',
  'user.deleted': 'auditLog',
  'user.opened': 'auditLog',
  'list.opened': 'auditLog',
  'list.exported': 'auditLog',
  'list.fetched': 'auditLog',
  'event.resent': 'auditLog',
  'job.retried': 'auditLog',
  'job.dropped': 'auditLog',
  'subscription.withdrawn': 'auditLog',
  'payment.refunded': 'auditLog',
  'product-key.made': 'auditLog',
  'product-key.ended': 'auditLog',
  'view.opened': 'auditLog',
  'view.ended': 'auditLog',
  'endpoint.made': 'auditLog',
  'endpoint.removed': 'auditLog',
  'endpoint.secret-rotated': 'auditLog',
  'endpoint.tested': 'auditLog',
  'endpoint.enabled': 'auditLog',
  'delivery.resent': 'auditLog',
} as const satisfies Record<string, 'signIns' | 'auditLog'>;

/** What the audit log knows. */
export type AuditAction = keyof typeof periodOfAction;

/** What the audit log says of those who came, went and were refused. */
export const comingAndGoing = Object.entries(periodOfAction).flatMap(([action, period]) =>
  period === 'signIns' ? action : [],
);
