import type { Config } from '@react-router/dev/config';

export default {
  ssr: false,
  // The whole route list is small, so it travels with the page instead of being asked for later.
  routeDiscovery: { mode: 'initial' },
  prerender: [
    '/',
    '/services',
    '/about-us',
    '/privacy',
    '/privacy-policy',
    '/terms',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
  ],
} satisfies Config;
