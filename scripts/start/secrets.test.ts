import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('secrets are made once, with 256 random bits each, and read by their owner only', () => {
  const secrets = loadSecrets(folder);
  expect(Buffer.from(secrets.jwtSecret, 'base64url')).toHaveLength(32);
  expect(Buffer.from(secrets.loginKey, 'base64url')).toHaveLength(32);
  expect(secrets.loginKey).not.toBe(secrets.jwtSecret);
  expect(secrets.webhookSecret).toMatch(/^whsec_[\w-]{43}$/);
  expect(loadSecrets(folder)).toEqual(secrets);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

test('two data folders have different secrets', () => {
  const other = mkdtempSync(join(tmpdir(), 'secrets-'));
  expect(loadSecrets(other).jwtSecret).not.toBe(loadSecrets(folder).jwtSecret);
  rmSync(other, { recursive: true });
});

test.each(['', '{"jwtSecret":"only"}'])('a damaged file is named, not replaced: %s', (content) => {
  writeFileSync(join(folder, 'secrets.json'), content);
  expect(() => loadSecrets(folder)).toThrow('secrets.json is damaged');
});
