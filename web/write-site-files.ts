import { writeFile } from 'node:fs/promises';
import { brand } from 'contract/brand';
import { canonicalPath, publicPages } from './app/lib/public-pages.ts';

const build = new URL('./build/client/', import.meta.url);

// Whoever resets a password came from a mail, and no search should lead there.
const listed = publicPages.filter((page) => page === canonicalPath(page) && !/reset/.test(page));

const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.map((page) => `  <url><loc>${brand.origin}${page}</loc></url>`).join('\n')}
</urlset>
`;

const robots = `User-agent: *
Disallow: /api/
Disallow: /admin/
Disallow: /user/

Sitemap: ${brand.origin}/sitemap.xml
`;

const manifest = {
  name: brand.company,
  short_name: brand.company,
  start_url: '/',
  display: 'browser',
  lang: 'en-GB',
  theme_color: '#0b2b30',
  background_color: '#f8f7f4',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** What search engines and home screens read, with the brand's own names and addresses. */
await writeFile(new URL('sitemap.xml', build), sitemap);
await writeFile(new URL('robots.txt', build), robots);
await writeFile(new URL('site.webmanifest', build), JSON.stringify(manifest));
