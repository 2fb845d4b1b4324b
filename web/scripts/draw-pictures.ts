import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand } from 'contract/brand';

const folder = new URL('../public/', import.meta.url);
const mark = await readFile(new URL('favicon.svg', folder), 'utf8');
const fern = await readFile(new URL('fern.svg', folder), 'utf8');
const font = await readFile(new URL('../app/ui/inter-basic.woff2', import.meta.url), 'base64');

/** The mark on a ground without corners of its own: home screens cut their own shape. */
const icon = `<style>body{background:#0e5a5c}svg{display:block;width:72vw;margin:14vw}</style>${mark}`;
const favicon = `<style>svg{display:block;width:100vw}</style>${mark}`;
const share = `<style>
  @font-face { font-family: Inter; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
  body { background: #0b2b30; color: #fff; font: 400 32px/1.4 Inter; height: 630px; overflow: hidden }
  .fern svg { position: absolute; right: -40px; top: 10px; height: 760px; opacity: .55 }
  main { position: absolute; left: 80px; top: 76px; width: 860px }
  .name { display: flex; align-items: center; gap: 22px; font-size: 36px; font-weight: 600 }
  .name svg { width: 68px }
  h1 { margin: 76px 0 32px; font-size: 76px; line-height: 1.08; letter-spacing: -.025em; font-weight: 600 }
  p { color: #d3eae5 }
</style>
<div class="fern">${fern}</div>
<main>
  <div class="name">${mark}${brand.company}</div>
  <h1>Your portfolio and your patients, in good order.</h1>
  <p>${brand.products.portfolio.name} · ${brand.products.cataract.name}</p>
</main>`;

/**
 * Draws the site's PNGs with Chromium. Run it again after a change of the brand's names or mark:
 * `node web/scripts/draw-pictures.ts`.
 */
const work = await mkdtemp(join(tmpdir(), 'pictures-'));
await draw('share.png', share, 1200, 630);
await draw('icon-512.png', icon, 512, 512);
await draw('icon-192.png', icon, 192, 192);
await draw('apple-touch-icon.png', icon, 180, 180);
await draw('favicon-32.png', favicon, 32, 32);
await rm(work, { recursive: true });

async function draw(name: string, body: string, width: number, height: number): Promise<void> {
  const page = join(work, 'page.html');
  await writeFile(page, `<!doctype html><meta charset="utf-8"><style>*{margin:0}</style>${body}`);
  execFileSync(process.env.CHROMIUM_PATH || 'chromium', [
    '--headless',
    '--no-sandbox',
    '--hide-scrollbars',
    '--force-device-scale-factor=1',
    '--default-background-color=00000000',
    `--window-size=${width},${height}`,
    `--screenshot=${new URL(name, folder).pathname}`,
    pathToFileURL(page).href,
  ]);
}
