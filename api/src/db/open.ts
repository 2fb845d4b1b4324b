import type { Database } from './client.ts';

export interface DatabaseSettings {
  /** PostgreSQL's address; without it the embedded PGlite is used. */
  url?: string;
  /** The address of whoever owns and changes the tables, where `url` may not. */
  migrationsUrl?: string;
  /** PGlite's folder, or `memory://`. */
  dataDirectory: string;
  /** Hears what a start waits for. */
  say?: (line: string) => void;
}

/**
 * Opens the database and brings its tables up to date. Two processes on one PostgreSQL may start
 * at once. Throws when the address is wrong or the data directory is in use.
 */
export async function openDatabase({
  url,
  dataDirectory,
  ...how
}: DatabaseSettings): Promise<Database> {
  // Each driver weighs something, PGlite much: only the one in use is loaded.
  if (url) return (await import('./postgres.ts')).openPostgres(url, how);
  return (await import('./pglite.ts')).openPglite(dataDirectory);
}
