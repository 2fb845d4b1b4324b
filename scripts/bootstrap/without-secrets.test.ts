import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames } from '../../api/src/env.ts';
import { root } from '../lib/paths.ts';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { withoutSecrets } from './without-secrets.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Settings of the server, of the composed one and of the commands. */
const names = new Set([
  ...settingNames,
  ...firstGroups(read('deploy/env.example'), /^(\w+)=/gm),
  ...firstGroups(read('api/src/commands/admin-create.ts'), /process\.env\.(\w+)/g),
]);

/** What anybody may know. A new setting is named here, or is a secret by what it is called. */
const open = [
  ...['NODE_ENV', 'HOST', 'PORT', 'APP_URL', 'SITE', 'DATA_DIR', 'WEB_DIR', 'LOG_LEVEL'],
  ...['PRODUCT_SITES', 'EXAMPLE_PRODUCT_URL', 'SESSION_HOURS', 'MAIL_FROM', 'TRUSTED_PROXIES'],
  ...['PLAIN_CONNECTIONS', 'CORS_ORIGINS', 'REQUIRE_ADMIN_SECOND_FACTOR', 'REQUIRE_SECOND_FACTOR'],
  ...['PLACES_DATABASE', 'STOP_DELAY_SECONDS', 'METRICS_PORT', 'DEMO', 'DEMO_HISTORY', 'API_DOCS'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_SERVICE_NAME'],
  ...['OTEL_RESOURCE_ATTRIBUTES', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SDK_DISABLED'],
  ...['BRAND_ORIGIN', 'BRAND_LEGAL_NAME', 'BRAND_COMPANY_NUMBER', 'BRAND_REGISTERED_OFFICE'],
  'BRAND_VAT_NUMBER',
];

it('leaves out each setting of the server that is not known to be open', () => {
  const given = Object.fromEntries([...names].map((name) => [name, 'something']));
  expect(Object.keys(withoutSecrets(given)).toSorted()).toEqual(open.toSorted());
});

it('knows the settings by the code that reads them', () => {
  const secret = [
    'DATABASE_READ_URL',
    'EXAMPLE_PRODUCT_KEY',
    'POSTGRES_PASSWORD',
    'ADMIN_PASSWORD',
  ];
  for (const name of secret) expect(names).toContain(name);
  expect(names.size).toBeGreaterThan(45);
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://traces:hidden@traces.example'],
  ['ELSEWHERE', 'postgres://hidden@a/b'],
  ['FORWARDED', 'a, redis://:hidden@a:6379'],
])('leaves out %s where there is a login in it', (name, value) => {
  expect(withoutSecrets({ [name]: value, PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

it('keeps what npm is configured with, and how a proxy is reached', () => {
  const env = {
    npm_config_registry: 'https://who:what@npm.example/',
    npm_config__authToken: 'a',
    NODE_AUTH_TOKEN: 'a',
    HTTPS_PROXY: 'http://who:what@proxy.example:8080',
    MAIL_FROM: 'Fernlea Health <no-reply@a.example>',
    APP_URL: 'https://a.example/@who',
  };
  expect(withoutSecrets(env)).toEqual(env);
});
