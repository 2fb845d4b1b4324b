/**
 * The company and its products as customers read them. Every page, mail and title takes its
 * names from here.
 */
export const brand = {
  company: 'Fernlea Health',
  supportEmail: 'support@fernlea-health.example',
  products: {
    portfolio: { name: 'Portfolio Builder', site: 'https://portfolio.fernlea-health.example' },
    cataract: { name: 'Cataract Connect', site: 'https://cataract.fernlea-health.example' },
    combined: { name: 'Complete Bundle' },
  },
  dashboardLabel: 'Subscriptions Dashboard',
  version: 'v1.0.0',
} as const;
