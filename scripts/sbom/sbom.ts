/** A package as package-lock.json has it. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

const inModules = 'node_modules/';

/** What runs in production, by where it lies: nothing of ours, and nothing that only builds or tests. */
export function shippedPackages({ packages }: Lock): [string, LockedPackage][] {
  return Object.entries(packages).filter(
    ([path, { link, dev }]) => path.includes(inModules) && !link && !dev,
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf(inModules) + inModules.length);

const purlOf = (path: string, { version }: LockedPackage): string =>
  `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;

/** The packages by their licences, as a text to read. */
export function licenceList(lock: Lock): string {
  const shipped = shippedPackages(lock);
  const licences = [...new Set(shipped.map(([, { license }]) => license ?? 'unknown'))].toSorted();
  return licences
    .map((licence) => {
      const names = shipped
        .filter(([, { license }]) => (license ?? 'unknown') === licence)
        .map(([path, { version }]) => `  ${nameOf(path)} ${version}`);
      return `${licence}\n${[...new Set(names)].toSorted().join('\n')}\n`;
    })
    .join('\n');
}

/** The bill of materials of what runs in production, as CycloneDX 1.6 has it. */
export function billOfMaterials(lock: Lock, now: Date, serial: string): object {
  const shipped = shippedPackages(lock);
  const root = `pkg:npm/${lock.name}@${lock.version}`;
  const refs = [...new Map(shipped.map((one) => [purlOf(...one), one]))];
  const own = Object.entries(lock.packages).filter(([path]) => !path.includes(inModules));
  const used = own.flatMap(([path, one]) => dependenciesOf(lock, path, one));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        name: lock.name,
        version: lock.version,
        'bom-ref': root,
        purl: root,
      },
    },
    components: refs.map(([purl, [path, { version, license, integrity, optional }]]) => ({
      type: 'library',
      name: nameOf(path),
      version,
      'bom-ref': purl,
      purl,
      scope: optional ? 'optional' : 'required',
      ...(license && { licenses: [licenceOf(license)] }),
      ...(integrity && { hashes: [hashOf(integrity)] }),
    })),
    dependencies: [
      { ref: root, dependsOn: [...new Set(used)].toSorted() },
      ...refs.map(([ref, [path, one]]) => ({
        ref,
        dependsOn: dependenciesOf(lock, path, one).toSorted(),
      })),
    ],
  };
}

/** An expression names several licences; one alone goes by its id, or as its authors call it. */
function licenceOf(license: string) {
  if (/ (AND|OR|WITH) /.test(license)) return { expression: license };
  return { license: / /.test(license) ? { name: license } : { id: license } };
}

function hashOf(integrity: string) {
  const [algorithm = '', content = ''] = integrity.split('-', 2);
  const alg = algorithm.replace('sha', 'SHA-');
  return { alg, content: Buffer.from(content, 'base64').toString('hex') };
}

function dependenciesOf(lock: Lock, path: string, one: LockedPackage): string[] {
  const names = Object.keys({ ...one.dependencies, ...one.optionalDependencies });
  return names.flatMap((name) => {
    const place = placeOf(lock, path, name);
    const found = lock.packages[place];
    return found && !found.link && !found.dev ? purlOf(place, found) : [];
  });
}

/** Where a package finds another, as Node looks for it: in its own folder, then further and further out. */
function placeOf({ packages }: Lock, path: string, name: string): string {
  const parts = path.split(`/${inModules}`);
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const place = `${parts.slice(0, depth).join(`/${inModules}`)}/${inModules}${name}`;
    if (packages[place]) return place;
  }
  return `${inModules}${name}`;
}
