import { still } from '../../../ui/still.tsx';

const load = () => import('./documents-view.tsx');
const built = import.meta.env.SSR ? await load() : undefined;

export const documents = still('Documents', load, built);
