import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import type { ChildSpec } from './child.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The local Stripe, which sends its webhooks to the app. */
export const stripeSandbox = ({ dataDir, port }: Settings, secrets: Secrets): ChildSpec => ({
  name: 'stripe-sandbox',
  title: 'The Stripe sandbox',
  entry: join(root, 'stripe-sandbox/src/main.ts'),
  env: {
    ...process.env,
    STRIPE_SANDBOX_PORT: String(port('STRIPE_SANDBOX_PORT')),
    STRIPE_SANDBOX_DATA: join(dataDir, 'stripe-sandbox.sqlite'),
    STRIPE_WEBHOOK_URL: `http://localhost:${port('PORT')}/api/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
  },
});

/** The local mailbox. */
export const mailCatcher = ({ dataDir, port }: Settings): ChildSpec => ({
  name: 'mail-catcher',
  title: 'The mail catcher',
  entry: join(root, 'mail-catcher/src/main.ts'),
  env: {
    ...process.env,
    MAIL_WEB_PORT: String(port('MAIL_WEB_PORT')),
    MAIL_SMTP_PORT: String(port('MAIL_SMTP_PORT')),
    MAIL_DATA: join(dataDir, 'mail.sqlite'),
  },
});

/** A product as its developers would write it. */
export const exampleProduct = ({ appUrl, port }: Settings, secrets: Secrets): ChildSpec => ({
  name: 'example-product',
  title: 'The example product',
  entry: join(root, 'examples/product/server.mjs'),
  env: {
    ...process.env,
    PORT: String(port('EXAMPLE_PRODUCT_PORT')),
    ORIGIN: exampleSite(port),
    SITE: appUrl,
    PRODUCT_KEY: secrets.exampleKey,
    WEBHOOK_SECRET: secrets.exampleSecret,
  },
});

const exampleSite = (port: Settings['port']) => `http://localhost:${port('EXAMPLE_PRODUCT_PORT')}`;

/** The app as it was built: the API and the site. What the environment sets itself stays. */
export function app(settings: Settings, secrets: Secrets): ChildSpec {
  const { dataDir, appUrl, port } = settings;
  return {
    name: 'app',
    title: 'The app',
    entry: join(root, 'dist/server.js'),
    env: {
      ...process.env,
      // It keeps its own beside its code, which goes when the build goes.
      NODE_COMPILE_CACHE: '',
      PORT: String(port('PORT')),
      DATA_DIR: dataDir,
      APP_URL: appUrl,
      JWT_SECRET: process.env.JWT_SECRET || secrets.jwtSecret,
      PRODUCT_LOGIN_KEYS: process.env.PRODUCT_LOGIN_KEYS || secrets.loginKey,
      PRODUCT_LOGIN_TOKENS: process.env.PRODUCT_LOGIN_TOKENS ?? 'portfolio,cataract',
      ...(settings.sandbox && {
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_API_URL: `http://localhost:${port('STRIPE_SANDBOX_PORT')}`,
        STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
        DEMO: 'true',
      }),
      ...(settings.example && {
        PRODUCT_SITES: process.env.PRODUCT_SITES ?? `portfolio=${exampleSite(port)}`,
        EXAMPLE_PRODUCT_URL: exampleSite(port),
        EXAMPLE_PRODUCT_KEY: secrets.exampleKey,
        EXAMPLE_PRODUCT_SECRET: secrets.exampleSecret,
      }),
      ...(settings.mailCatcher && { SMTP_URL: `smtp://localhost:${port('MAIL_SMTP_PORT')}` }),
    },
  };
}
