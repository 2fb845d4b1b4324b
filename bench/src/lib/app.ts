import { startProgram } from './program.ts';

const appPort = 3300;
export const webhookSecret = 'whsec_bench_0123456789';
export const appUrl = `http://127.0.0.1:${appPort}`;

/** Our server alone as `npm run build` made it, but for the settings that need accounts. */
export function startApp(settings: {
  databaseUrl?: string;
  dataDir: string;
  stripeUrl?: string;
  port?: number;
  readyPath?: string;
  trustedProxies?: string;
  smtpUrl?: string;
}) {
  const port = settings.port ?? appPort;
  const url = `http://127.0.0.1:${port}`;
  return startProgram(
    'dist/server.js',
    {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl ?? '',
      JWT_SECRET: Buffer.alloc(32, 1).toString('base64url'),
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_API_URL: settings.stripeUrl ?? 'http://127.0.0.1:9',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      SMTP_URL: settings.smtpUrl ?? 'smtp://127.0.0.1:9',
      TRUSTED_PROXIES: settings.trustedProxies ?? '',
      LOG_LEVEL: 'error',
    },
    settings.readyPath === undefined ? `${url}/` : url + settings.readyPath,
  );
}
