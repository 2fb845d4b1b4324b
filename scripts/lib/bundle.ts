import { rolldown } from 'rolldown';

/** Packages with binaries that their code looks for beside itself. */
const UNBUNDLED = [/^@node-rs\/argon2/, /^@electric-sql\/pglite/];

/** Writes each program, with what it imports, as one file of its name into the folder. */
export async function bundlePrograms(sources: string[], folder: string): Promise<void> {
  const bundle = await rolldown({
    input: sources,
    platform: 'node',
    external: UNBUNDLED,
    // The brand is set when a program starts: there is no `import.meta.env`, and that is meant.
    checks: { emptyImportMeta: false },
  });
  await bundle.write({ dir: folder, format: 'es' });
  await bundle.close();
}
