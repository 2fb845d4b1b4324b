import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../lib/paths.ts';

/** Builds the site into a folder that is not there yet. Rejects with what the build printed. */
export async function buildSite(folder: string): Promise<void> {
  try {
    await promisify(execFile)('npm', ['run', 'build', '-w', 'web'], {
      cwd: root,
      // What is served is the production build, whatever it is made for.
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The site does not build:\n${stdout}\n${stderr}`);
  }
  cpSync(join(root, 'web/build/client'), folder, { recursive: true });
}
