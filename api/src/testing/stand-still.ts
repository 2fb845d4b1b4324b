/** Has this process do nothing for so long, as on a machine that gives it no time: timers and answers wait, too. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
