import { build, type Plugin, type Rollup } from 'vite';

const query = '?inline-script';

/**
 * `import text from './name.ts?inline-script'`: a script with all that it imports, as small as it
 * can be, to be written into a page. Only the build that writes the pages has its text.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(query)) return undefined;
      const isWritten = this.environment.name !== 'client';
      const text = isWritten ? await bundle(id.slice(0, -query.length)) : '';
      return { code: `export default ${JSON.stringify(text)};`, map: null };
    },
  };
}

async function bundle(file: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })) as Rollup.RollupOutput;
  return built.output[0].code.trim();
}
