import { bootstrap } from './bootstrap/bootstrap.mjs';

await bootstrap('scripts/test/main.ts');
