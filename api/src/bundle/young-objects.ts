import { setFlagsFromString } from 'node:v8';

/*
 * V8 gives new objects more room whenever much of them lives on, as all does that a start makes, and hardly ever
 * takes it back: an idle server kept 30 MB of it (bench/README.md).
 */

/** Until the server is ready its new objects have the room that they begin with. */
export function keepYoungSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** From now on there is more room for them, as V8 has it otherwise, once what comes in needs it. */
export function letYoungGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
