import type { Database } from './client.ts';

export interface DatabaseSettings {
  /** PostgreSQL's address; without it the embedded PGlite is used. */
  url?: string;
  /** PGlite's folder, or `memory://`. */
  dataDirectory: string;
}

/**
 * Opens the database and brings its tables up to date. Two processes on one PostgreSQL may start
 * at once. Throws when the address is wrong or the data directory is in use.
 */
export async function openDatabase({ url, dataDirectory }: DatabaseSettings): Promise<Database> {
  // Each driver weighs something, PGlite much: only the one in use is loaded.
  if (url) return (await import('./postgres.ts')).openPostgres(url);
  return (await import('./pglite.ts')).openPglite(dataDirectory);
}
