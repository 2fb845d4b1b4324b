import { type DatabaseDescription, describeDatabase } from '../db/describe.ts';
import type { Env } from '../env.ts';
import { bad, type Finding, good, look, lookAt } from './finding.ts';

/** One process: ten for requests, four for jobs, and one that listens for new ones. */
const connectionsOfAProcess = 15;
const oldest = 150_000;
const mostSecondsApart = 30;

const ofTables: Record<DatabaseDescription['tables'], Finding> = {
  none: good('The database is empty: the first start makes its tables.'),
  older: look(
    'Its tables are of an older release.',
    'The next start brings them up to date: make a backup first.',
  ),
  current: good('Its tables are those of this release.'),
  newer: look(
    'Its tables are of a newer release.',
    'Use the release that made them as soon as you can.',
  ),
};

/** Whether the database is one that the product can run on. */
export async function lookAtDatabase({ DATABASE_URL, DATA_DIR }: Env): Promise<Finding[]> {
  if (!DATABASE_URL) {
    return [
      look(
        `PGlite in ${DATA_DIR}: for one machine and one process.`,
        'Set DATABASE_URL in production.',
      ),
    ];
  }
  const todo =
    'Is PostgreSQL running, and are host, user, password and name in DATABASE_URL right?';
  return lookAt('The database', todo, async () => findings(await describeDatabase(DATABASE_URL)));
}

/** What is to be said of a database that is like this. */
export function findings(database: DatabaseDescription): Finding[] {
  const { version, encoding, locale, mayConnect, connected, ahead } = database;
  const major = Math.floor(version / 10_000);
  const left = mayConnect - connected;
  return [
    version >= oldest
      ? good(`PostgreSQL ${major} answers.`)
      : bad(`PostgreSQL ${major} is too old.`, 'Use 15 or later.'),
    ...(database.takesWrites
      ? []
      : [bad('It takes no writes.', 'DATABASE_URL must name the primary, not a replica.')]),
    encoding === 'UTF8'
      ? good('Its encoding is UTF-8.')
      : bad(
          `Its encoding is ${encoding}.`,
          "Make it anew: create database … encoding 'UTF8' template template0",
        ),
    /^(C|POSIX)$/.test(locale)
      ? look(
          `Its locale is ${locale}: a search takes only A to Z without case.`,
          'Make it anew with en_GB.UTF-8 or C.UTF-8, if names have other letters.',
        )
      : good(`Its locale is ${locale}.`),
    database.hasTrigrams
      ? good('The extension pg_trgm is there.')
      : bad(
          'The extension pg_trgm is not there.',
          'Install the package postgresql-contrib on its machine.',
        ),
    left >= connectionsOfAProcess
      ? good(
          `It takes ${left} more connections: ${Math.floor(left / connectionsOfAProcess)} processes more.`,
        )
      : look(
          `It takes only ${left} more connections.`,
          `Raise max_connections: a process takes ${connectionsOfAProcess}.`,
        ),
    Math.abs(ahead) <= mostSecondsApart
      ? good('Its clock and this one agree.')
      : bad(
          `Its clock is ${Math.round(ahead)} s ahead of this one.`,
          'Have both machines set their clocks by NTP.',
        ),
    database.ownsTables
      ? look(
          'Our account owns its tables: whoever breaks into the server may change them, too.',
          'Have another role own them, and set MIGRATIONS_DATABASE_URL (docs/operating.md).',
        )
      : good('Our account owns none of its tables.'),
    ofTables[database.tables],
  ];
}
