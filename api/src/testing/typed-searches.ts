import fc from 'fast-check';
import type { users } from '../db/schema.ts';

/**
 * Searches as people type them: pieces of somebody's words, short or shouted, with blanks, lines and
 * signs around them that a pattern or a statement must not take for its own, and what nobody has.
 */
export function typedSearches(somebody: (typeof users.$inferSelect)[]): fc.Arbitrary<string> {
  const piece = fc
    .record({
      user: fc.constantFrom(...somebody),
      from: fc.nat({ max: 60 }),
      length: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 40 })),
      look: fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toLowerCase(),
        (text: string) => text.toUpperCase(),
      ),
      before: fc.constantFrom('', '', '', ' ', '\n', '%', '_', '\\', "'"),
      after: fc.constantFrom('', '', '', ' ', '\r\n', '%', '_', '\\', '"'),
    })
    .map(({ user, from, length, look, before, after }) => {
      const words = Array.from(`${user.firstName} ${user.lastName}\n${user.email}`);
      const start = from % words.length;
      return `${before}${look(words.slice(start, start + length).join(''))}${after}`;
    });
  const others = fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    '%%',
    '\\\\',
    'nobody',
    "' or ''='",
    '{}',
  );
  return fc.oneof({ weight: 9, arbitrary: piece }, { weight: 1, arbitrary: others });
}

/** What is searched for by what was typed: one line, without the blanks around it. */
export function meantBy(typed: string): string | undefined {
  return typed.replaceAll(/[\r\n]/g, ' ').trim() || undefined;
}
