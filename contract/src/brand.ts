/**
 * The company and its products as customers read them. Every page, mail and title takes its
 * names from here. Each text can be set from outside by a variable that begins with `BRAND_`: the
 * server reads it when it starts, the site when it is built.
 */

type Settings = Record<string, string | undefined>;

// The site's build puts `import.meta.env` in place; Node has no such thing.
const settings: Settings = (import.meta as { env?: Settings }).env ?? process.env;

function text(name: string, standard: string): string {
  return settings[`BRAND_${name}`] || standard;
}

/** The address of a site, on which others are built: without a slash at its end. */
function site(name: string, standard: string): string {
  return text(name, standard).replace(/\/$/, '');
}

const company = text('COMPANY', 'Fernlea Health');
// A number that the regulator keeps free for drama.
const phone = text('PHONE', '020 7946 0857');
const supportEmail = text('SUPPORT_EMAIL', 'support@fernlea-health.example');
const greeting = text('CHAT_GREETING', `Hello ${company}, I have a question.`);

export const brand = {
  company,
  /** Where the public site lives: canonical addresses, the sitemap and shared links begin so. */
  origin: site('ORIGIN', 'https://www.fernlea-health.example'),
  address: text('ADDRESS', 'Fernlea Health Ltd, 14 Larch Row, Bristol BS1 0XX'),
  /** Who sells, as the law asks it to be named; what is empty is not shown. */
  legal: {
    name: text('LEGAL_NAME', 'Fernlea Health Ltd'),
    number: text('COMPANY_NUMBER', ''),
    office: text('REGISTERED_OFFICE', '14 Larch Row, Bristol BS1 0XX'),
    vatNumber: text('VAT_NUMBER', ''),
  },
  supportEmail,
  /** Whom to tell of a hole in the product. */
  securityEmail: text('SECURITY_EMAIL', supportEmail),
  phone: { shown: phone, href: `tel:${phone.replace(/\D/g, '').replace(/^0/, '+44')}` },
  /** Opens a chat with a greeting already written. */
  chatUrl: `${text('CHAT_URL', 'https://chat.fernlea-health.example/support')}?text=${encodeURIComponent(greeting)}`,
  products: {
    portfolio: {
      name: text('PORTFOLIO_NAME', 'Portfolio Builder'),
      site: site('PORTFOLIO_SITE', 'https://portfolio.fernlea-health.example'),
    },
    cataract: {
      name: text('CATARACT_NAME', 'Cataract Connect'),
      site: site('CATARACT_SITE', 'https://cataract.fernlea-health.example'),
    },
    combined: { name: text('COMBINED_NAME', 'Complete Bundle') },
  },
  assistant: {
    name: text('ASSISTANT_NAME', 'Virtual Project Assistant'),
    formUrl: text('ASSISTANT_FORM', 'https://forms.fernlea-health.example/project-assistant'),
  },
  dashboardLabel: 'Subscriptions Dashboard',
  version: 'v1.0.0',
} as const;

/**
 * The particulars of the company, a line each: its name and number, its registered office, its VAT
 * number. Product G335.
 */
export function particulars(legal: Record<keyof Brand['legal'], string> = brand.legal): string[] {
  const { name, number, office, vatNumber } = legal;
  return [
    number ? `${name}, registered in England and Wales, number ${number}` : name,
    `Registered office: ${office}`,
    ...(vatNumber ? [`VAT number: ${vatNumber}`] : []),
  ];
}

type Brand = typeof brand;
