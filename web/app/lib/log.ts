/** Writes a failure that no screen shows to the browser's console (product A10, D27). */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log that is meant.
  console.error(what, error);
}
