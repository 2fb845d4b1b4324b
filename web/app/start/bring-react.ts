let isBrought = false;

/**
 * Fetches what React needs, as the block that `defer-scripts` wrote names it. On a page that React
 * runs, it starts; from a public page, the page that comes next finds everything there.
 */
export function bringReact(): void {
  const block = document.getElementById('react');
  if (isBrought || !block) return;
  isBrought = true;
  for (const href of block.dataset.files?.split(' ') ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
  if (!block.textContent) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = block.textContent;
  document.body.append(script);
}
