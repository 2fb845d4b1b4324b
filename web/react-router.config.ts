import type { Config } from '@react-router/dev/config';
import { notFoundPage, publicPages } from './app/lib/public-pages.ts';

export default {
  ssr: false,
  // The whole route list is small, so it travels with the page instead of being asked for later.
  routeDiscovery: { mode: 'initial' },
  prerender: [...publicPages, notFoundPage],
} satisfies Config;
