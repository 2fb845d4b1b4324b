import { brand } from 'contract/brand';

/** The sections of the home page, and the address of each from anywhere on the site. */
export const sections = {
  features: '/#features',
  portfolio: '/#portfolio',
  cataract: '/#cataract',
  pricing: '/#pricing',
  contact: '/#contact',
} as const;

/** What the Products menus list. */
export const productLinks = [
  {
    name: brand.products.portfolio.name,
    text: 'Your portfolio pathway, in good order',
    to: sections.portfolio,
  },
  {
    name: brand.products.cataract.name,
    text: 'Files for each patient, by a link that expires',
    to: sections.cataract,
  },
] as const;

/** The links of the header that stand beside the Products menu. */
export const headerLinks = [
  { name: 'Pricing', to: sections.pricing },
  { name: 'Services', to: '/services' },
  { name: 'About Us', to: '/about-us' },
  { name: 'Contact', to: sections.contact },
] as const;
