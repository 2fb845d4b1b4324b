import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type LoginProduct, loginProduct } from 'contract/product-logins';
import { promised } from 'contract/promised';
import { z } from 'zod';
import { databaseUrl } from './env/database-url.ts';
import { list } from './env/list.ts';
import { placesDatabase } from './env/places-database.ts';
import { productionFaults } from './env/production.ts';
import { sentryDsn } from './env/sentry-dsn.ts';
import { trustedProxies } from './env/trusted-proxies.ts';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

const port = z.coerce.number().int().min(0).max(65_535);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Whether a text is the address of a site, and of nothing below it. */
function isSite(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** `portfolio=https://portfolio.example`, and the other after a comma. */
const productSites = z
  .string()
  .default('')
  .transform(list)
  .refine(
    (sites) =>
      sites.every((site) => {
        const [name, url = ''] = site.split('=');
        return loginProduct.safeParse(name).success && isOrigin(url);
      }),
    { error: 'must be such as portfolio=https://portfolio.example' },
  )
  .transform((sites) => new Map(sites.map((site) => site.split('=') as [LoginProduct, string])));

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
  DATABASE_URL: databaseUrl.optional(),
  /** The address by which tables are made and changed, where the server's own role may not. */
  MIGRATIONS_DATABASE_URL: databaseUrl.optional(),
  /** A replica of it, for lists of the admins' and their files. */
  DATABASE_READ_URL: databaseUrl.optional(),
  /** At least 256 random bits, base64url. */
  JWT_SECRET: z
    .string({ error: 'must be set' })
    .refine((secret) => Buffer.from(secret, 'base64url').length >= 32, {
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
  /** Where products are, if not where the catalogue says: `portfolio=https://portfolio.example`. */
  PRODUCT_SITES: productSites,
  /** What the example product of the demo is reached at, asks with and is signed to with. */
  EXAMPLE_PRODUCT_URL: z.url().optional(),
  EXAMPLE_PRODUCT_KEY: z.string().optional(),
  EXAMPLE_PRODUCT_SECRET: z.string().optional(),
  SESSION_HOURS: z.coerce.number().positive().max(720).default(promised.sessionHours),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  /** Where Stripe's API is; only the sandbox's key may point elsewhere than to Stripe. */
  STRIPE_API_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string({ error: 'must be set' })
    .min(16, 'must be the secret of the webhook endpoint'),
  SMTP_URL: z
    .string()
    .default('smtp://localhost:1025')
    .refine((text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: 'must be an address such as smtps://user:password@host:465',
    }),
  MAIL_FROM: z
    .string()
    .default('Fernlea Health <no-reply@fernlea-health.example>')
    .refine((from) => /^[^@]*[^@\s<]@[^@\s>]+>?$/.test(from), {
      error: 'must be an address, or a name and an address in <>',
    }),
  /** Addresses of the proxies whose forwarded headers are believed; `none` says that there is none. */
  TRUSTED_PROXIES: trustedProxies.default([]),
  /** What may be spoken to without encryption, on a network of one's own. */
  PLAIN_CONNECTIONS: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(z.enum(['database', 'smtp'], { error: 'must be of: database, smtp' }))),
  /** Other origins whose pages may call the API, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(list)
    .refine((origins) => origins.every(isOrigin), {
      error: 'must be origins such as https://app.example, without a path, separated by commas',
    }),
  /** Whether admins need a second factor; unset, they do in production, and cannot do without there. */
  REQUIRE_ADMIN_SECOND_FACTOR: z.enum(['true', 'false']).optional(),
  /** Whether everybody needs a second factor, not admins alone. */
  REQUIRE_SECOND_FACTOR: flag,
  /** A file in MaxMind's format, by which the place of a session is told in words. */
  PLACES_DATABASE: placesDatabase.optional(),
  /** How long a server that is told to stop says so before it takes nothing more; in production 5. */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).optional(),
  /** The VAT number of the company, `GB` and nine digits: with one, Stripe works out VAT. */
  BRAND_VAT_NUMBER: z
    .string()
    .regex(/^GB ?\d{3} ?\d{4} ?\d{2}( ?\d{3})?$/, 'must be a VAT number such as GB123456789')
    .optional(),
  /** Where `/metrics` is answered, if anywhere, and the token that is asked for there. */
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  /** Traces by OpenTelemetry's own variables, where one of the first two is set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_SDK_DISABLED: flag,
  /** Where errors are told beside the log, by Sentry's protocol. */
  SENTRY_DSN: sentryDsn.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  WEB_DIR: z.string().default(join(import.meta.dirname, '../../web/build/client')),
  DEMO: flag,
  /** Whether the demo begins with a year of customers. */
  DEMO_HISTORY: flag.default(true),
  /** Whether `/api/docs` is served; in production only when this says so. */
  API_DOCS: z.enum(['true', 'false']).optional(),
});

export type Env = z.infer<typeof settings>;

/** What all settings of the server are called. */
export const settingNames: string[] = Object.keys(settings.shape);

/**
 * Reads every setting once. Throws one error that names each setting that is missing or wrong.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const { missing, weak } = productionFaults(given);
  const wrong = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${String(path[0])}: ${message}`,
  );
  const faults = firstOfEach([...missing, ...wrong, ...weak]);
  if (faults.length > 0 || !parsed.success) {
    throw new Error(`The settings are not complete:\n${faults.map((f) => `  - ${f}`).join('\n')}`);
  }
  return parsed.data;
}

/** The first fault of each setting: the others may be gone with it. */
function firstOfEach(faults: string[]): string[] {
  const nameOf = (fault: string) => fault.split(':', 1)[0];
  return faults.filter(
    (fault, at) => faults.findIndex((other) => nameOf(other) === nameOf(fault)) === at,
  );
}
