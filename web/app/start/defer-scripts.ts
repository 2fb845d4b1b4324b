import type { EntryContext } from 'react-router';

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const program = /<script type="module" async="">/;

/**
 * Takes the scripts out of a page's first view: the module that starts React becomes a block that
 * no browser runs, with the files it will need named on it. `bringReact` begins it later.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(preload)].map(([, href = '']) => href);
  return html.replace(preload, '').replace(program, openBlock(files));
}

/** Names, on a page that React does not run, the files that the pages it runs have in common. */
export function nameReactFiles(html: string, { url, entry, routes }: EntryContext['manifest']) {
  const modules = [entry, routes.root].flatMap((part) =>
    part ? [part.module, ...(part.imports ?? [])] : [],
  );
  return html.replace('</body>', `${openBlock([...new Set([url, ...modules])])}</script></body>`);
}

const openBlock = (files: readonly string[]): string =>
  `<script type="text/later" id="react" data-files="${files.join(' ')}">`;
