import { brand } from 'contract/brand';
import { useLocation } from 'react-router';
import { canonicalPath } from '../lib/public-pages.ts';

const picture = `${brand.origin}/share.png`;

/** A public page's own address, and how it looks where it is shared. */
export function SharedLinks() {
  const path = canonicalPath(useLocation().pathname);
  if (path === undefined) return null;
  const address = brand.origin + path;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.company} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={`${brand.products.portfolio.name} and ${brand.products.cataract.name} by ${brand.company}`}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
