import { bootstrap } from './bootstrap/bootstrap.mjs';

await bootstrap('scripts/build/main.ts', { secrets: false });
