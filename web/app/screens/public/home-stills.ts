import { still } from '../../ui/still.tsx';

const load = () => import('./home-parts.tsx');
const built = import.meta.env.SSR ? await load() : undefined;

export const abovePrices = still('AbovePrices', load, built);
export const belowPrices = still('BelowPrices', load, built);
