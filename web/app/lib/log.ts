/** Writes a failure that no screen shows to the browser's console (spec section 8, 'logged only'). */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log the spec asks for.
  console.error(what, error);
}
