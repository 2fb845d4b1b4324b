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
  import('../server.ts');
}
