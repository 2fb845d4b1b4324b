import { still } from '../../../ui/still.tsx';

const load = () => import('./services-body.tsx');
const built = import.meta.env.SSR ? await load() : undefined;

export const servicesBody = still('ServicesBody', load, built);
