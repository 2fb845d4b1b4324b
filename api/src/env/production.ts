import { openConnections } from './connections.ts';
import { list } from './list.ts';

type Given = Record<string, string | undefined>;

/** Needed in production, where no default is good enough. */
const needed = [
  'APP_URL',
  'DATABASE_URL',
  'JWT_SECRET',
  'PRODUCT_LOGIN_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'TRUSTED_PROXIES',
] as const;

/** What only production refuses: settings that are missing, and those that protect too little. */
export function productionFaults(given: Given): { missing: string[]; weak: string[] } {
  if (given.NODE_ENV !== 'production') return { missing: [], weak: [] };
  return {
    missing: needed
      .filter((name) => given[name] === undefined)
      .map((name) => `${name}: must be set in production${hints[name] ?? ''}`),
    weak: [
      ...weakKeys(given),
      ...sharedKeys(given),
      ...openConnections(given),
      ...(/^http:/i.test(given.APP_URL ?? '') ? ['APP_URL: must begin with https://'] : []),
      ...(given.DEMO === 'true' ? ['DEMO: demo logins are not for production'] : []),
      ...(given.REQUIRE_ADMIN_SECOND_FACTOR === 'false'
        ? ['REQUIRE_ADMIN_SECOND_FACTOR: admins need one in production']
        : []),
      ...(given.STRIPE_API_URL ? ['STRIPE_API_URL: only for the sandbox'] : []),
    ],
  };
}

/** Without the proxies' addresses all who come through them would share the limits of one visitor. */
const hints: Partial<Record<string, string>> = {
  TRUSTED_PROXIES: ': the addresses of the proxies in front of it, or none',
};

/** Of random characters nearly all differ; of a key typed by hand or copied from an example few do. */
const variety = (key: string | Buffer): number => new Set<string | number>(key).size;

function weakKeys(given: Given): string[] {
  const made = (['JWT_SECRET', 'PRODUCT_LOGIN_KEYS'] as const)
    .filter((name) => list(given[name] ?? '').some((key) => variety(bytesOf(key)) < 16))
    .map((name) => `${name}: must be random`);
  const { STRIPE_SECRET_KEY: stripe, STRIPE_WEBHOOK_SECRET: webhook } = given;
  if (stripe && !/^[rs]k_(live|test)_\w{16,}$/.test(stripe)) {
    made.push("STRIPE_SECRET_KEY: must be a key of Stripe's, as sk_live_...");
  }
  if (webhook && (!/^whsec_.{16,}$/.test(webhook) || variety(webhook.slice(6)) < 10)) {
    made.push('STRIPE_WEBHOOK_SECRET: must be the secret of the webhook endpoint, as whsec_...');
  }
  return made;
}

/** Who learns a key that serves two ends has both. */
function sharedKeys(given: Given): string[] {
  const names = [
    'JWT_SECRET',
    'PRODUCT_LOGIN_KEYS',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ] as const;
  const uses = names.flatMap((name) => list(given[name] ?? '').map((key) => ({ name, key })));
  const shared = uses.flatMap(({ name, key }, at) => {
    const first = uses.slice(0, at).find((other) => bytesOf(other.key).equals(bytesOf(key)));
    if (!first) return [];
    return first.name === name
      ? [`${name}: holds a key twice`]
      : [`${name}: must be another key than ${first.name}`];
  });
  return [...new Set(shared)];
}

/** A key without the head that says whose it is, however its base64 is written. */
const bytesOf = (key: string): Buffer =>
  Buffer.from(key.replace(/^(whsec|[rs]k_(live|test))_/, ''), 'base64url');
