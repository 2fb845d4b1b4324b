/**
 * The company and its products as customers read them. Every page, mail and title takes its
 * names from here.
 */
export const brand = {
  company: 'Fernlea Health',
  site: 'https://www.fernlea-health.example',
  address: 'Fernlea Health Ltd, 14 Larch Row, Bristol BS1 0XX',
  supportEmail: 'support@fernlea-health.example',
  phone: { shown: '020 7946 0857', href: 'tel:+442079460857' },
  chatUrl:
    'https://chat.fernlea-health.example/?text=Hello%2C%20I%20would%20like%20to%20know%20more.',
  products: {
    portfolio: { name: 'Portfolio Builder', site: 'https://portfolio.fernlea-health.example' },
    cataract: { name: 'Cataract Connect', site: 'https://cataract.fernlea-health.example' },
    combined: { name: 'Complete Bundle' },
  },
  assistant: {
    name: 'Virtual Project Assistant',
    formUrl: 'https://forms.fernlea-health.example/project-assistant',
  },
  dashboardLabel: 'Subscriptions Dashboard',
  version: 'v1.0.0',
} as const;
