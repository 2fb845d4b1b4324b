import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from 'contract/endpoints';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { lightContract } from './light-contract.ts';

const web = import.meta.dirname;

/** What the browser would be sent for a module that says this. */
async function sent(code: string): Promise<string> {
  const entry = 'virtual:entry';
  const built = (await build({
    root: web,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** The module of what was sent, as the browser has it. */
const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

test('who makes a call is sent where it goes, and none of its rules', async () => {
  const code = await sent("export { changeName, me } from 'contract/accounts';");
  expect(await run(code)).toMatchObject({
    changeName: { method: 'PUT', path: '/user/name' },
    me: { method: 'GET', path: '/user' },
  });
  expect(code.length).toBeLessThan(300);
});

test('a call whose address is written down elsewhere has it, too', async () => {
  const code = await sent("export { startPasskeyLogin } from 'contract/passkeys';");
  const { startPasskeyLogin } = await run(code);
  expect(startPasskeyLogin).toEqual({ method: 'POST', path: '/login/passkey/options' });
});

test('plain data comes without the schemas beside it', async () => {
  const code = await sent("export { cancelReasons, longestComment } from 'contract/leaving';");
  const { cancelReasons, longestComment } = await run(code);
  expect([cancelReasons.unused, longestComment]).toEqual(['I no longer need it', 300]);
  expect(code).not.toContain('Choose one of the reasons');
});

test('the rules of a form are as they are here, with all that they say', async () => {
  const code = await sent("export { changeNameBody } from 'contract/accounts';");
  const { changeNameBody } = await run(code);
  const read = changeNameBody.safeParse({ first_name: '', last_name: 'Nair' });
  expect(read.error.issues[0].message).toBe('First name is required');
  expect(changeNameBody.safeParse({ first_name: 'Priya', last_name: 'Nair' }).success).toBe(true);
});

test('no module of the web reads of a call what the browser is not sent', () => {
  const calls = Object.keys(endpoints).join('|');
  // What is only a type is not sent anyway.
  const reads = new RegExp(
    `(?<!typeof )\\b(${calls})\\.(body|query|params|answer|access|proof)\\b`,
  );
  expect(reads.test('schema: changeName.body')).toBe(true);
  const files = globSync('{app,../contract/src}/**/*.{ts,tsx}', { cwd: web }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((path) => reads.test(readFileSync(join(web, path), 'utf8')))).toEqual([]);
});
