import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';

/** The test files of these names, from the root. Throws where one is not there: a pattern that fits nothing would be passed over. */
export function testFiles(names: string[]): string[] {
  return names.map((name) => {
    const file = `${name}.test.ts`;
    if (!existsSync(join(root, file))) throw new Error(`${file} is not there any more`);
    return file;
  });
}
