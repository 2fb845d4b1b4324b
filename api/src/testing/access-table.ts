export type Status = number;

/** What an empty call answers whom; who may not come in gets 401 or 403. */
interface Row {
  visitor: Status;
  /** Whose password was right, and whose second factor is still to come. */
  pending: Status;
  user: Status;
  /** A user whose e-mail is not confirmed: all works but being led into a product. */
  unverified: Status;
  /** A user who has to set up a second factor first. */
  lacking: Status;
  /** An admin who sees what a user sees. */
  seenAs: Status;
  admin: Status;
  /** An admin who proved too long ago who they are. */
  late: Status;
}

const anyone = (status: Status): Row => ({
  ...{ visitor: status, pending: status, user: status, unverified: status },
  lacking: status,
  ...{ seenAs: status, admin: status, late: status },
});
const signedIn = (status: Status): Row => ({
  ...anyone(status),
  ...{ visitor: 401, pending: 401, lacking: 403 },
});
const adminOnly = (status: Status): Row => ({
  ...signedIn(status),
  ...{ user: 403, unverified: 403, seenAs: 403 },
});

/** Whoever may come in has to have proved lately who they are. */
const proved = (row: Row): Row => ({ ...row, late: 403 });

/** It leads to a second factor, or out: open to whoever has to set up one. */
const beforeFactor = (row: Row): Row => ({ ...row, lacking: row.user });

/** It reads, and hands out what acts: nothing for one who only sees. */
const acting = (row: Row): Row => ({ ...row, seenAs: 403 });

const rows: Record<string, Row> = {
  'POST /api/register': anyone(422),
  'POST /api/login': anyone(422),
  'POST /api/logout': beforeFactor(signedIn(200)),
  'POST /api/reset-password': anyone(422),
  'POST /api/update-password': anyone(422),
  'GET /api/user': beforeFactor(signedIn(200)),
  'POST /api/login/second-factor': anyone(422),
  'POST /api/login/passkey/options': anyone(200),
  'POST /api/login/passkey': anyone(422),
  'POST /api/user/proof': beforeFactor(signedIn(422)),
  'POST /api/user/proof/passkey/options': beforeFactor(signedIn(200)),
  'GET /api/user/second-factors': beforeFactor(signedIn(200)),
  'POST /api/user/second-factors/totp': beforeFactor(proved(signedIn(200))),
  'POST /api/user/second-factors/totp/confirm': beforeFactor(proved(signedIn(422))),
  'POST /api/user/second-factors/passkeys': beforeFactor(proved(signedIn(200))),
  'POST /api/user/second-factors/passkeys/confirm': beforeFactor(proved(signedIn(422))),
  'POST /api/user/second-factors/recovery-codes': proved(signedIn(409)),
  'DELETE /api/user/second-factors/{id}': proved(signedIn(404)),
  'PUT /api/user/name': signedIn(422),
  'POST /api/user/password': signedIn(422),
  'POST /api/verify-email': anyone(422),
  'POST /api/user/verification': beforeFactor(signedIn(200)),
  'GET /api/user/email': signedIn(200),
  'POST /api/user/email': signedIn(422),
  'DELETE /api/user/email': signedIn(200),
  'POST /api/confirm-email': anyone(422),
  'POST /api/undo-email': anyone(422),
  'GET /api/user/sessions': signedIn(200),
  'DELETE /api/user/sessions': proved(signedIn(200)),
  'DELETE /api/user/sessions/{id}': proved(signedIn(404)),
  'GET /api/admin/users/{id}/sessions': adminOnly(404),
  'DELETE /api/admin/users/{id}/sessions': adminOnly(404),
  'DELETE /api/admin/users/{id}/sessions/{session}': adminOnly(404),
  'POST /api/admin/users/{id}/second-factors/reset': proved(adminOnly(422)),
  'POST /api/admin/users/{id}/view': proved(adminOnly(422)),
  'DELETE /api/admin/view': adminOnly(200),
  'GET /api/user/history': signedIn(200),
  'GET /api/plans': anyone(200),
  'POST /api/subscriptions/checkout': signedIn(422),
  'POST /api/subscriptions/checkout/preview': signedIn(422),
  'POST /api/subscriptions/checkout/confirm': signedIn(422),
  'GET /api/user/subscriptions': signedIn(200),
  'POST /api/user/subscriptions/{id}/cancel': signedIn(404),
  'POST /api/user/subscriptions/{id}/withdraw': signedIn(404),
  'POST /api/user/subscriptions/{id}/update-card': signedIn(404),
  'POST /api/user/subscriptions/refresh': signedIn(200),
  'GET /api/user/payments': signedIn(200),
  'GET /api/user/payments/{id}/invoice': acting(signedIn(404)),
  'GET /api/user/statement': signedIn(422),
  'GET /api/user/invoice-details': signedIn(200),
  'PUT /api/user/invoice-details': signedIn(422),
  'GET /api/user/agreements': signedIn(200),
  'POST /api/user/agreements/{id}/acknowledge': beforeFactor(signedIn(404)),
  'POST /api/user/products/{product}/open': { ...signedIn(200), unverified: 409 },
  'GET /api/users/dashboard-stats': signedIn(200),
  'GET /api/admin/dashboard-stats': adminOnly(200),
  'GET /api/admin/payments': adminOnly(200),
  'GET /api/admin/subscriptions': adminOnly(200),
  'POST /api/admin/subscriptions/{id}/withdraw': proved(adminOnly(404)),
  'POST /api/admin/payments/{id}/refund': proved(adminOnly(422)),
  'GET /api/admin/cancellations': adminOnly(200),
  'GET /api/admin/users': adminOnly(200),
  'POST /api/admin/users': proved(adminOnly(422)),
  'GET /api/admin/users/{id}': adminOnly(404),
  'PUT /api/admin/users/{id}': proved(adminOnly(422)),
  'DELETE /api/admin/users/{id}': proved(adminOnly(404)),
  'PUT /api/admin/users/{id}/status': proved(adminOnly(422)),
  'POST /api/admin/users/{id}/trial': adminOnly(404),
  'GET /api/admin/reconciliation': adminOnly(200),
  'GET /api/admin/users/{id}/history': adminOnly(404),
  'GET /api/admin/audit': adminOnly(200),
  'GET /api/admin/events': adminOnly(200),
  'POST /api/admin/events/{id}/resend': adminOnly(404),
  'GET /api/admin/failures': adminOnly(200),
  'POST /api/admin/jobs/retry': adminOnly(200),
  'POST /api/admin/jobs/{id}/retry': adminOnly(404),
  'POST /api/admin/exports': proved(adminOnly(422)),
  'GET /api/admin/exports/download': anyone(404),
  'POST /api/user/export': proved(signedIn(202)),
  'GET /api/user/export': acting(signedIn(404)),
  'DELETE /api/user': signedIn(422),
  'GET /api/admin/retention': adminOnly(200),
  'GET /api/admin/products/{product}/keys': adminOnly(200),
  'POST /api/admin/products/{product}/keys': proved(adminOnly(422)),
  'DELETE /api/admin/products/{product}/keys/{id}': proved(adminOnly(404)),
  'GET /api/admin/products/{product}/endpoints': adminOnly(200),
  'POST /api/admin/products/{product}/endpoints': proved(adminOnly(422)),
  'DELETE /api/admin/products/{product}/endpoints/{id}': proved(adminOnly(404)),
  'POST /api/admin/products/{product}/endpoints/{id}/rotate': proved(adminOnly(404)),
  'POST /api/admin/products/{product}/endpoints/{id}/test': adminOnly(404),
  'POST /api/admin/products/{product}/endpoints/{id}/enable': adminOnly(404),
  'POST /api/admin/products/{product}/endpoints/{id}/resend': adminOnly(422),
  'GET /api/admin/products/{product}/deliveries': adminOnly(200),
  'POST /api/admin/deliveries/{id}/resend': adminOnly(404),
};

/** Whoever calls these has a key of another kind: a session is not looked at. */
const keyed: Record<string, Row> = {
  'POST /api/operator/reconcile': anyone(401),
  'POST /api/operator/prices-move': anyone(401),
  'POST /api/operator/legal-announce': anyone(401),
  'GET /api/products/{product}/access/{user_id}': anyone(401),
  'GET /api/products/{product}/access': anyone(401),
  'POST /api/webhooks/stripe': anyone(400),
};

/** Every route there is, and whom it lets in. One who only sees is let do nothing but read. */
export const accessTable: Record<string, Row> = {
  ...Object.fromEntries(
    Object.entries(rows).map(([route, row]) => [
      route,
      route.startsWith('GET ') ? row : acting(row),
    ]),
  ),
  ...keyed,
};
