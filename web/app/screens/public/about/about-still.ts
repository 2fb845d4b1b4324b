import { still } from '../../../ui/still.tsx';

const load = () => import('./about-body.tsx');
const built = import.meta.env.SSR ? await load() : undefined;

export const aboutBody = still('AboutBody', load, built);
