import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../api/src/db/pool.ts';
import { root } from '../lib/paths.ts';
import { startPostgres } from '../lib/postgres.ts';
import { secondsSince } from '../lib/seconds.ts';
import { commandOf, type Stage, stagesOf } from './dockerfile.ts';

/*
 * `npm run deploy:try`: does what the Dockerfile says where there is no Docker: in plain folders, as the
 * user `nobody` (run as root, else as oneself), from a copy of the last commit that nobody may write to.
 * Then it starts what came of it, from a folder that is read only as well, and looks whether it serves: on
 * PGlite, and on a PostgreSQL whose tables 'tools' has made, as a role that owns none of them.
 */
const nobody = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const port = '3399';
const work = mkdtempSync(join(tmpdir(), 'deploy-'));
const home = join(work, 'home');
const context = join(work, 'context');
const say = (line: string) => process.stdout.write(`${line}\n`);
/** Nothing of who runs this but where programs are, and how the network is reached. */
const reach = Object.entries(process.env).filter(([name]) =>
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_(registry|cafile))$/i.test(
    name,
  ),
);
const bare = {
  ...Object.fromEntries(reach),
  PATH: process.env.PATH,
  HOME: home,
  npm_config_update_notifier: 'false',
};

const folderOf = (name: string): string => join(work, 'stages', name);

function own(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (asNobody.uid) chownSync(folder, nobody, nobody);
}

function makeStage({ from, name, instructions }: Stage, made: string[]): void {
  const began = Date.now();
  const folder = folderOf(name);
  if (made.includes(from)) run('cp', ['-a', folderOf(from), folder], work);
  else own(folder);
  const place = join(folder, 'product');
  own(place);
  for (const { keyword, rest } of instructions) {
    if (keyword === 'RUN') run('sh', ['-c', rest], place);
    if (keyword !== 'COPY') continue;
    const [, stage] = /^--from=(\S+) /.exec(rest) ?? [];
    const parts = rest.replace(/^--from=\S+ /, '').split(' ');
    const target = join(place, parts.pop() ?? '');
    const origin = stage ? folderOf(stage) : context;
    for (const part of parts) {
      const [source] = globSync(join(origin, part));
      if (!source) throw new Error(`There is no ${part} to copy`);
      // A folder is copied as what is in it, a file by its name into a folder.
      const isFile = /\.\w+$/.test(part);
      own(isFile ? target : dirname(target));
      run(
        'cp',
        ['-a', '--no-preserve=mode,ownership', isFile ? source : `${source}/.`, target],
        place,
      );
    }
  }
  say(`${name}: ${secondsSince(began)}`);
}

function run(program: string, args: string[], cwd: string, settings = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    ...asNobody,
    env: { ...bare, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Starts the image's command, on PGlite in memory unless told, and answers what it was answered with. */
async function serve(stage: Stage, databaseUrl?: string): Promise<number[]> {
  const { command, env } = commandOf(stage);
  const [program = '', ...args] = command;
  const settings = {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: 'memory://' }),
    JWT_SECRET: Buffer.alloc(32, 3).toString('base64url'),
    STRIPE_API_URL: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
    LOG_LEVEL: 'error',
  };
  const server = spawn(program, args, {
    cwd: join(folderOf(stage.name), 'product'),
    ...asNobody,
    env: { ...bare, ...env, ...settings, NODE_ENV: 'development', PORT: port },
    stdio: 'inherit',
  });
  try {
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (answer) => answer.status,
        () => 0,
      );
    for (let tries = 0; tries < 120 && (await status('/readyz')) !== 200; tries += 1)
      await sleep(500);
    const answers = await Promise.all(['/readyz', '/', '/api/plans', '/nothing'].map(status));
    return [...answers, await signUp()];
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

async function signUp(): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ first_name: 'Amara', last_name: 'Osei', email: 'amara@hospital.test' },
      password: 'Cornea-2026!',
    }),
  });
  return status;
}

/** Has the tables made by their owner, and serves as a role that owns none. */
async function serveAsRole(stage: Stage, tools: string): Promise<number[]> {
  const { url, stop } = await startPostgres();
  try {
    const pool = openPool(url, { max: 1, connectMs: 10_000 });
    await pool.query("create role product_server login password 'product'");
    await pool.end();
    const asRole = new URL(url);
    asRole.username = 'product_server';
    const roles = { DATABASE_URL: asRole.href, MIGRATIONS_DATABASE_URL: url };
    say(run('npm', ['run', '--silent', 'migrate'], tools, roles).trim());
    const admin = ['admin:create', '--', 'admin@hospital.test', 'Amara', 'Osei'];
    const asServer = { DATABASE_URL: asRole.href, ADMIN_PASSWORD: 'Cornea-2026!' };
    say(run('npm', ['run', '--silent', ...admin], tools, asServer).trim());
    return await serve(stage, asRole.href);
  } finally {
    await stop();
  }
}

try {
  own(work);
  own(home);
  own(join(work, 'stages'));
  mkdirSync(context);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', context], { input: archive });
  const ignored = readFileSync(join(context, 'deploy/Dockerfile.dockerignore'), 'utf8');
  const dockerfile = readFileSync(join(context, 'deploy/Dockerfile'), 'utf8');
  for (const line of ignored.split('\n').filter((one) => /^\w/.test(one))) {
    rmSync(join(context, line), { recursive: true, force: true });
  }
  execFileSync('chmod', ['-R', 'a-w,a+rX', context]);
  const stages = stagesOf(dockerfile);
  const made: string[] = [];
  for (const stage of stages) {
    makeStage(stage, made);
    made.push(stage.name);
  }
  const last = stages.at(-1) as Stage;
  for (const name of [last.name, 'tools']) execFileSync('chmod', ['-R', 'a-w', folderOf(name)]);
  const tools = join(folderOf('tools'), 'product');
  for (const answers of [await serve(last), await serveAsRole(last, tools)]) {
    say(
      `It answered ${answers.join(', ')} to /readyz, /, /api/plans, an address that is not there and a sign-up.`,
    );
    if (answers.join() !== '200,200,200,404,201') process.exitCode = 1;
  }
  const doctor = spawnSync('npm', ['run', '--silent', 'doctor'], {
    cwd: tools,
    ...asNobody,
    env: { ...bare, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  say(`The doctor of 'tools' ended with ${doctor.status}: ${doctor.stdout.split('\n')[0]}`);
  if (doctor.status !== 1 || !doctor.stdout.includes('settings')) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  execFileSync('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true });
}
