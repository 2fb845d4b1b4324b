import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, areas } from './mutant.ts';

export type SourceFile = { area: Area; file: string; text: string };

/** The product's own code in a folder that holds a tree: no tests, and nothing that only they use. */
export function productFiles(root: string): SourceFile[] {
  return (Object.keys(areas) as Area[]).flatMap((area) =>
    globSync(`${areas[area]}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file))
      .sort()
      .map((file) => ({ area, file, text: readFileSync(join(root, file), 'utf8') })),
  );
}
