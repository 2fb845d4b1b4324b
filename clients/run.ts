import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url).pathname;

/** Every package that is asked for is there, in the version that is asked for. */
function isInstalled(): boolean {
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return Object.entries(dependencies).every(([name, version]) => {
    const file = `${folder}node_modules/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  });
}

if (!isInstalled()) {
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
}
const { signUpAndSubscribe } = await import('./better-auth.ts');
await signUpAndSubscribe();
const { mirrorLives } = await import('./sync-engine.ts');
await mirrorLives(
  Number(process.env.MODEL_LIVES ?? 50),
  Number(process.env.MODEL_SEED ?? Date.now() % 1e9),
);
process.exit(0);
