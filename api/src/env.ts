import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loginProduct } from 'contract/product-logins';
import { z } from 'zod';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

const port = z.coerce.number().int().min(0).max(65_535);

/** Texts separated by commas. */
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Whether a text is the address of a site, and of nothing below it. */
function isSite(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  /** The site's own address: links in mails and the returns from Stripe are built on it. */
  APP_URL: z
    .string()
    .default('http://localhost:3000')
    .refine(isSite, { error: 'must be an address such as https://site.example, without a path' })
    .transform((address) => new URL(address).origin),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  /** At least 256 random bits, base64url. */
  JWT_SECRET: z.string().refine((secret) => Buffer.from(secret, 'base64url').length >= 32, {
    error: 'must be at least 32 random bytes in base64url',
  }),
  /** Ed25519 keys that sign product logins, 32 random bytes in base64url each; the first one signs. */
  PRODUCT_LOGIN_KEYS: z
    .string()
    .default(() => randomBytes(32).toString('base64url'))
    .transform(list)
    .refine(
      (keys) => keys.length > 0 && keys.every((key) => Buffer.from(key, 'base64url').length === 32),
      { error: 'must be 32 random bytes in base64url, or several such keys separated by commas' },
    ),
  /** The products that verify our login tokens; the others get a plain link. */
  PRODUCT_LOGIN_TOKENS: z.string().default('').transform(list).pipe(z.array(loginProduct)),
  SESSION_HOURS: z.coerce.number().positive().max(720).default(8),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  /** Where Stripe's API is; only the sandbox's key may point elsewhere than to Stripe. */
  STRIPE_API_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(16, 'must be the secret of the webhook endpoint'),
  SMTP_URL: z.string().default('smtp://localhost:1025'),
  MAIL_FROM: z.string().default('Fernlea Health <no-reply@fernlea-health.example>'),
  /** Addresses of the proxies whose forwarded headers are believed, separated by commas. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Other origins whose pages may call the API, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(list)
    .refine((origins) => origins.every(isOrigin), {
      error: 'must be origins such as https://app.example, without a path, separated by commas',
    }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  WEB_DIR: z.string().default(join(import.meta.dirname, '../../web/build/client')),
  DEMO: flag,
  /** Whether the demo begins with a year of customers. */
  DEMO_HISTORY: flag.default(true),
});

export type Env = z.infer<typeof settings>;

/** Needed in production, where no default is good enough. */
const neededInProduction = [
  'APP_URL',
  'DATABASE_URL',
  'JWT_SECRET',
  'PRODUCT_LOGIN_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const;

/**
 * Reads every setting once. Throws one error that names each setting that is missing or wrong.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (given.NODE_ENV === 'production') faults.push(...productionFaults(given));
  if (faults.length > 0 || !parsed.success) {
    throw new Error(`The settings are not complete:\n${faults.map((f) => `  - ${f}`).join('\n')}`);
  }
  return parsed.data;
}

/** Of 32 random bytes nearly all differ; of a key typed by hand or copied from an example few do. */
function isMadeUp(key: string): boolean {
  return new Set(Buffer.from(key, 'base64url')).size < 16;
}

function productionFaults(given: Record<string, string | undefined>): string[] {
  const missing = neededInProduction
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: must be set in production`);
  const wrong = (['JWT_SECRET', 'PRODUCT_LOGIN_KEYS'] as const)
    .filter((name) => list(given[name] ?? '').some(isMadeUp))
    .map((name) => `${name}: must be random`);
  if (/^http:/i.test(given.APP_URL ?? '')) wrong.push('APP_URL: must begin with https://');
  if (given.DEMO === 'true') wrong.push('DEMO: demo logins are not for production');
  if (given.STRIPE_API_URL) wrong.push('STRIPE_API_URL: only for the sandbox');
  return [...missing, ...wrong];
}
