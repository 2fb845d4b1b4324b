import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import { billOfMaterials, type Lock, licenceList, shippedPackages } from './sbom.ts';

/** `npm run sbom`: writes what runs in production, as CycloneDX and as a list of licences, into dist/. */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const bill = billOfMaterials(lock, new Date(), randomUUID());
const folder = join(root, 'dist');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(folder, 'licences.txt'), licenceList(lock));
process.stdout.write(
  `${shippedPackages(lock).length} packages: dist/sbom.cdx.json, dist/licences.txt\n`,
);
