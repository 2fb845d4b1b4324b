import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { output, treeshake } from './chunks.ts';
import { inlineScripts } from './inline-scripts.ts';
import { legalVersions } from './legal-versions.ts';
import { lightContract } from './light-contract.ts';

/**
 * Sonner writes its styles into a `<style>` element when it loads, which our content security
 * policy refuses. The same styles come from `sonner/dist/styles.css` in app.css.
 */
function withoutSonnerStyleElement(): Plugin {
  return {
    name: 'without-sonner-style-element',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return undefined;
      return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null };
    },
  };
}

export default defineConfig({
  // Names and addresses of the brand may be set from outside; see contract/src/brand.ts.
  envPrefix: ['VITE_', 'BRAND_'],
  plugins: [
    withoutSonnerStyleElement(),
    inlineScripts(),
    lightContract(),
    tailwindcss(),
    reactRouter(),
  ],
  // What a page has shown is told to the server when it is agreed to.
  define: {
    'import.meta.env.TERMS_VERSION': JSON.stringify(legalVersions.terms),
    'import.meta.env.PRIVACY_VERSION': JSON.stringify(legalVersions.privacy),
  },
  // Fonts and images stay files: the policy allows no data: addresses for them.
  // Every browser of the last years knows modulepreload.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: { build: { rolldownOptions: { output, treeshake } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
