import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const react = /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|react-router|cookie)\//;
const icons = /\/node_modules\/lucide-react\//;
const ofEveryPublicPage = [
  'root.tsx',
  'screens/public/layout.tsx',
  'lib/page-title.ts',
  'ui/badge.tsx',
  'ui/fern-frond.tsx',
].map((file) => join(import.meta.dirname, 'app', file));

/**
 * The file of the browser's build that a module goes into: React and its router; what every public
 * page needs; or, for null, what the bundler thinks best. A few files in place of dozens compress
 * better and cost fewer requests.
 */
function chunkOf(id: string, modules: Modules): string | null {
  if (react.test(id)) return 'react';
  // One index file names every icon, so who needs which is left to the bundler.
  if (icons.test(id)) return null;
  return neededBy(ofEveryPublicPage, modules).has(id) ? 'site' : null;
}

function neededBy(ids: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** How the browser's build is cut into files. */
export const output = {
  codeSplitting: {
    groups: [
      { name: chunkOf },
      { name: 'icons', test: icons, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
    ],
  },
  // The bundler would name a file of icons after everyone who needs it.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
};
