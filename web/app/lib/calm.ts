/** Whether the visitor has asked for less motion. */
export function wantsCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
