import { rolldown } from 'rolldown';

/** Packages with binaries that their code looks for beside itself. */
export const BESIDE = ['@node-rs/argon2', '@electric-sql/pglite'];

/** What of an import is left to be found beside a bundle. */
export const external = BESIDE.map((name) => new RegExp(`^${name}(/|$)`));

/** Writes each program, with what it imports, as one file of its name into the folder; `alias` puts modules in the place of others. */
export async function bundlePrograms(
  sources: string[],
  folder: string,
  alias: Record<string, string> = {},
): Promise<void> {
  const bundle = await rolldown({
    input: sources,
    platform: 'node',
    external,
    resolve: { alias },
    // The brand is set when a program starts: there is no `import.meta.env`, and that is meant.
    checks: { emptyImportMeta: false },
  });
  await bundle.write({ dir: folder, format: 'es' });
  await bundle.close();
}
