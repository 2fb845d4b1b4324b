import { expect, test } from 'vitest';
import { changed, switchable } from './apply.ts';
import { candidatesOf } from './candidates.ts';
import { draw, shares } from './draw.ts';
import type { SourceFile } from './source-tree.ts';

const source = `import { log } from './log.ts';

/** Says who may come in. */
export function admit(age: number, names?: string[]): string[] {
  if (age >= 18 && names?.some((name) => name.startsWith('A'))) {
    log.info('somebody came');
    return names.filter((name) => name !== '');
  }
  const words = { title: 'Nobody', className: 'flex gap-2' };
  throw new Error(\`no \${words.title}\`);
}
`;

const file = (text: string, name = 'api/src/admit.ts'): SourceFile => ({
  area: 'api',
  file: name,
  text,
});
const many = Array.from({ length: 12 }, (_, at) =>
  file(
    source.replaceAll('admit', `admit${at}`).replace('18', String(at)),
    `api/src/admit-${at}.ts`,
  ),
);

test('the same seed draws the same mutants, and another one others', () => {
  const drawn = draw(many, { count: 20, seed: 1 });
  expect(drawn).toHaveLength(20);
  expect(draw(many, { count: 20, seed: 1 })).toEqual(drawn);
  expect(draw(many, { count: 20, seed: 2 })).not.toEqual(drawn);
  const lines = drawn.map((mutant) => `${mutant.file}:${mutant.line}`);
  expect(new Set(lines).size).toBe(20);
});

test('each area has the share of its lines, together exactly what is asked for', () => {
  const files: SourceFile[] = [
    { area: 'api', file: 'api/src/a.ts', text: '\n'.repeat(70) },
    { area: 'web', file: 'web/app/b.ts', text: '\n'.repeat(20) },
    { area: 'contract', file: 'contract/src/c.ts', text: '\n'.repeat(10) },
  ];
  expect(shares(files, 10)).toEqual({ api: 7, web: 2, contract: 1 });
});

test('each mutant is another program', () => {
  const found = candidatesOf('admit.ts', source);
  expect(new Set(found.map(({ mutator }) => mutator))).toEqual(
    new Set([
      'condition',
      'comparison',
      'logic',
      'text',
      'object',
      'block',
      'return',
      'method',
      'optional chaining',
    ]),
  );
  const results = found.map((candidate) => changed(source, candidate));
  expect(results).not.toContain(source);
  expect(new Set(results).size).toBe(results.length);
  // All of them parse.
  for (const result of results) candidatesOf('admit.ts', result);
});

test('what no test should depend on stays: imports, keys, class names, and texts for logs', () => {
  const texts = candidatesOf('admit.ts', source).filter(({ mutator }) => mutator === 'text');
  expect(texts.map(({ before }) => before)).toEqual(["'A'", "''", "'Nobody'"]);
});

test('with an older tree, only what stands there too is drawn, in a file that was moved as well', () => {
  const older = [
    file(source.replace('age >= 18', 'age > 17'), 'api/src/old/admit.ts'),
    file('export const other = [1];\n', 'api/src/other.ts'),
  ];
  const drawn = draw([file(source)], { count: 50, seed: 1, older });
  expect(drawn).toHaveLength(3);
  const changedLine = drawn.filter(({ before }) => before.includes('>='));
  expect(changedLine).toEqual([]);
  for (const { before, previously } of drawn) {
    expect(previously?.file).toBe('api/src/old/admit.ts');
    expect(older[0]?.text.slice(previously?.start, previously?.end)).toBe(before);
  }
});

test('a program has all mutants at once, and each when its number is given', () => {
  const text = `
    export const limit = (a, b) => { if (a?.b.c.some((x) => x > b) && b < 3) { return ['many']; } return []; };
    export const size = (a) => a?.list.filter((x) => x > 1).length ?? 0;
  `;
  const numbered = candidatesOf('limit.ts', text).map((candidate, id) => ({ ...candidate, id }));
  const evaluate = (code: string, active: number) => {
    const body = code.replaceAll('export const ', 'exports.');
    const exports: Record<string, (...given: unknown[]) => unknown> = {};
    new Function('exports', 'mutant__', body)(exports, (id: number) => id === active);
    const outcome = (name: string, ...given: unknown[]) => {
      try {
        return exports[name]?.(...given);
      } catch {
        return 'thrown';
      }
    };
    const values = [0, 1, 2, 3, 4].map((b) => outcome('limit', { b: { c: [2, 1] } }, b));
    return [
      ...values,
      outcome('limit', undefined, 1),
      outcome('size', { list: [1, 2] }),
      outcome('size'),
    ];
  };
  const all = switchable(text, numbered, '');
  expect(numbered.length).toBeGreaterThan(20);
  expect(evaluate(all, -1)).toEqual(evaluate(text, -1));
  for (const mutant of numbered) {
    expect(evaluate(all, mutant.id), `${mutant.before} => ${mutant.after}`).toEqual(
      evaluate(changed(text, mutant), -1),
    );
  }
});
