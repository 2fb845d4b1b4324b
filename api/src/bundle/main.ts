import { setFlagsFromString } from 'node:v8';
import { keepCompiled } from './compile-cache.ts';
import { runUnderNewer } from './newer-node.ts';
import { nameSources } from './stack-traces.ts';
import { keepYoungSmall } from './young-objects.ts';

/*
 * Where the built server begins: what is to be settled before the rest of it is loaded. This file
 * itself has to run under an older Node, too.
 */
if (!runUnderNewer()) {
  keepCompiled();
  keepYoungSmall();
  // What ends the process is printed by Node, after this.
  process.on('uncaughtExceptionMonitor', (error: unknown) => {
    if (error instanceof Error && error.stack) error.stack = nameSources(error.stack);
  });
  // V8 would soon compile PGlite's busiest functions once more, for speed. The largest of them costs
  // it seconds of a core and 600 MB: more than the database of a laptop gains.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  import('../server.ts');
}
