/** What is called like a secret, and settings that let in whoever has them. */
const SECRETS =
  /SECRET|PASSWORD|PASSPHRASE|CREDENTIALS?|HEADERS$|_KEYS?$|_DSN$|TOKENS?$|DATABASE\w*_URL$|^(SMTP_URL$|PG[A-Z]+$|STRIPE_)/i;

/** How npm is told of its registry and the way there. */
const OF_NPM = /^(npm_\w+|NPM_TOKEN|NODE_AUTH_TOKEN|(HTTPS?|ALL)_PROXY)$/i;

/** An address with a name or a password in it. */
const LOGIN = /[a-z][\w+.-]*:\/\/[^/?#\s]*@/i;

/**
 * The environment without the secrets of production. Installing and building run code of hundreds of
 * packages, which needs none of them. What npm itself is configured with stays.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutSecrets(env) {
  const isSecret = (/** @type {string} */ name, value = '') =>
    !OF_NPM.test(name) && (SECRETS.test(name) || LOGIN.test(value));
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isSecret(name, value)));
}
