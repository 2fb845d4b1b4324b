/** What a full or refused storage did not take: it is kept until the page is closed. */
const memoryFallback = new Map<string, string>();

/** Reads a text from local storage; null when absent or on the server. */
export function readText(key: string): string | null {
  const kept = memoryFallback.get(key);
  if (kept !== undefined) return kept;
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Reads a JSON value from local storage; null when absent or malformed. The shape is unchecked. */
export function readJson(key: string): unknown {
  return parseJson(readText(key));
}

/** Parses JSON, with null for anything malformed. */
export function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a text to local storage. A full or refused storage is no reason to break the page. */
export function writeText(key: string, text: string): void {
  try {
    globalThis.localStorage?.setItem(key, text);
    memoryFallback.delete(key);
  } catch {
    memoryFallback.set(key, text);
  }
}

/** Writes a value as JSON to local storage. */
export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Removes a key from local storage. */
export function removeKey(key: string): void {
  memoryFallback.delete(key);
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    // Nothing was stored where storage is refused.
  }
}
