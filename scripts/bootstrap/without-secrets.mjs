/** Settings of the server that let in whoever has them, and whatever else is called like a secret. */
const SECRETS =
  /^((MIGRATIONS_)?DATABASE_URL|SMTP_URL|METRICS_TOKEN|PG[A-Z]+|STRIPE_\w+|OTEL_\w*HEADERS)$|SECRET|PASSWORD|_KEYS?$|_DSN$/;

/**
 * The environment without the secrets of production. Installing and building run code of hundreds of
 * packages, which needs none of them. What npm itself is configured with stays.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutSecrets(env) {
  const isKept = (/** @type {string} */ name) => /^npm_/i.test(name) || !SECRETS.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
