const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const program = /<script type="module" async="">/;

/**
 * Takes the scripts out of a page's first view: the module that starts React becomes a block that
 * no browser runs, with the files it will need named on it. `waitForStart` begins it later.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replace(preload, '')
    .replace(program, `<script type="text/later" id="start" data-files="${files.join(' ')}">`);
}
