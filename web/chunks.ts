import { readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const react = /\/node_modules\/(react|react-dom|scheduler|react-router|cookie)\//;

const app = join(import.meta.dirname, 'app');
const screensIn = (folder: string): string[] =>
  readdirSync(join(app, 'screens', folder))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => join(app, 'screens', folder, name));

const root = [join(app, 'root.tsx'), join(app, 'lib/page-title.ts')];
const accountLayout = [join(app, 'screens/auth/layout.tsx')];
/** With what makes their calls: the login asks for a passkey before anything is typed. */
const accountPages = [
  ...screensIn('auth'),
  join(app, 'lib/http.ts'),
  join(app, 'lib/shown-texts.ts'),
];
const passkeyOffer = [join(app, 'features/session/passkey-offer.ts')];
/** Of the library that the offer is made with, what a login has no use for. */
const makesPasskeys = /\/(startRegistration|identifyRegistrationError)\.js$/;
const submissions = ['login', 'signup', 'forgot', 'reset'].map((form) =>
  join(app, `features/session/${form}-submission.ts`),
);
const shell = screensIn('shell');
const userScreens = screensIn('user');
const adminScreens = screensIn('admin');
const all = [...accountPages, ...submissions, ...shell, ...userScreens, ...adminScreens];

/** What goes into one file, the more general first: a module goes into the first that wants it. */
const groups: Record<string, (id: string, modules: Modules) => boolean> = {
  react: (id) => react.test(id),
  site: (id, modules) => needs(root, id, modules),
  account: (id, modules) =>
    needs(accountLayout, id, modules) ||
    (needs(accountPages, id, modules) && manyNeed(all, id, modules)) ||
    (isLight(id) && needs(submissions, id, modules)),
  passkeys: (id, modules) => needs(passkeyOffer, id, modules) && !makesPasskeys.test(id),
  contract: (id, modules) => isLight(id) || (contract.test(id) && !needsZod(id, modules)),
  submissions: (id, modules) => needs(submissions, id, modules) || contract.test(id),
  'signed-in': (id, modules) => needs(shell, id, modules) || manyNeed(userScreens, id, modules),
  admin: (id, modules) => manyNeed(adminScreens, id, modules),
};

const contract = /\/contract\/src\/[^?]+$/;
const needsZod = (id: string, modules: Modules): boolean =>
  modules.getModuleInfo(id)?.importedIds.some((one) => one.includes('/zod/')) ?? false;

/** Calls and plain data of the contract (`light-contract.ts`), which are apart from the rules of its forms. */
const isLight = (id: string): boolean => id.endsWith('?light');

const manyNeed = (screens: string[], id: string, modules: Modules): boolean =>
  screens.filter((screen) => needs([screen], id, modules)).length > 1;

function needs(roots: readonly string[], id: string, modules: Modules): boolean {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === id) return true;
    if (found.has(at)) continue;
    found.add(at);
    waiting.push(...(modules.getModuleInfo(at)?.importedIds ?? []));
  }
  return false;
}

/**
 * How the browser's build is cut into files. A few files in place of dozens compress better and
 * cost fewer requests. Earlier groups come first; what is in none is left to the bundler.
 */
export const output = {
  codeSplitting: {
    groups: Object.entries(groups).map(([name, belongs], position) => ({
      name: (id: string, modules: Modules) => (belongs(id, modules) ? name : null),
      priority: 9 - position,
    })),
  },
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
};

/** Says what the package of passkeys does not: that what is not used of it need not come along. */
export const treeshake = {
  moduleSideEffects: [{ test: /\/@simplewebauthn\//, sideEffects: false }],
};
