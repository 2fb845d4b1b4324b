import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../api/src/env.ts';
import { root } from '../lib/paths.ts';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const table = /## Keys\n([\s\S]+?)\n## /.exec(page)?.[1] ?? '';
const rows = table.split('\n').filter((line) => line.startsWith('| '));

/** Settings that may be seen by anybody: addresses without a password in them, and what is on or off. */
const open = [
  ...['NODE_ENV', 'HOST', 'PORT', 'APP_URL', 'DATA_DIR', 'WEB_DIR', 'LOG_LEVEL', 'MAIL_FROM'],
  ...['PRODUCT_LOGIN_TOKENS', 'PRODUCT_SITES', 'EXAMPLE_PRODUCT_URL', 'SESSION_HOURS'],
  ...['STRIPE_API_URL', 'TRUSTED_PROXIES', 'PLAIN_CONNECTIONS', 'CORS_ORIGINS'],
  ...['REQUIRE_ADMIN_SECOND_FACTOR', 'REQUIRE_SECOND_FACTOR', 'PLACES_DATABASE'],
  ...['STOP_DELAY_SECONDS', 'BRAND_VAT_NUMBER', 'METRICS_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ...['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_SERVICE_NAME'],
  ...['OTEL_TRACES_SAMPLER_ARG', 'OTEL_SDK_DISABLED', 'DEMO', 'DEMO_HISTORY', 'API_DOCS'],
];

test('each setting that is a secret stands in the table of keys, and no other', () => {
  const named = rows.flatMap((row) => row.match(/(?<=`)[A-Z][A-Z_]+(?=`)/g) ?? []);
  const secrets = settingNames.filter((name) => !open.includes(name));
  expect([...new Set(named)].toSorted()).toEqual(secrets.toSorted());
});

test('whatever is signed or closed with the secret of the server is named beside it', () => {
  const ofServer = rows.find((row) => row.startsWith('| `JWT_SECRET`')) ?? '';
  const files = globSync('api/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const purposes = [
    ...code.matchAll(/\b(?:signed(?:<.+?>)?\(secret|secretBox\(JWT_SECRET), '([^']+)'/g),
  ].map(([, purpose = '']) => purpose);
  expect(purposes).toHaveLength(7);
  expect(purposes.filter((purpose) => !ofServer.includes(`'${purpose}'`))).toEqual([]);
});
