import { brand } from 'contract/brand';
import { type Plan, products } from 'contract/catalogue';

const organisation = {
  '@type': 'Organization',
  '@id': `${brand.origin}/#organisation`,
  name: brand.company,
  url: brand.origin,
  logo: `${brand.origin}/icon-512.png`,
  email: brand.supportEmail,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: brand.supportEmail,
    telephone: brand.phone.href.replace('tel:', ''),
    availableLanguage: 'en-GB',
  },
};

function offer({ name, amount, cycle }: Plan) {
  const price = (amount / 100).toFixed(2);
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'GBP',
    url: `${brand.origin}/#pricing`,
    availability: 'https://schema.org/InStock',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'GBP',
      unitCode: cycle === 'monthly' ? 'MON' : 'ANN',
    },
  };
}

const offers = products.map(({ name, description, monthly, yearly }) => ({
  '@type': 'Product',
  name,
  description,
  brand: { '@id': organisation['@id'] },
  image: `${brand.origin}/share.png`,
  offers: [offer(monthly), offer(yearly)],
}));

/** The company and what it sells, as search engines read it. */
export const structuredData = {
  'script:ld+json': { '@context': 'https://schema.org', '@graph': [organisation, ...offers] },
};
