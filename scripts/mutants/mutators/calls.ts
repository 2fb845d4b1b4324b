import type { Mutator } from './mutator.ts';

const SWAPS = new Map<string, string>(
  [
    ['some', 'every'],
    ['min', 'max'],
    ['startsWith', 'endsWith'],
    ['toUpperCase', 'toLowerCase'],
    ['toLocaleUpperCase', 'toLocaleLowerCase'],
    ['trimStart', 'trimEnd'],
    ['padStart', 'padEnd'],
    ['push', 'unshift'],
    ['shift', 'pop'],
    ['floor', 'ceil'],
    ['allSettled', 'all'],
    ['indexOf', 'lastIndexOf'],
    ['find', 'findLast'],
  ].flatMap(([one = '', other = '']): [string, string][] => [
    [one, other],
    [other, one],
  ]),
);
/** Methods whose answer is of the kind of what they are called on. */
const REMOVED =
  /^(filter|sort|toSorted|reverse|toReversed|slice|trim|substring|replaceAll|optional|nullable|min|max)$/;

/** Methods that are another's opposite or are not called, and values that need not be there. */
export const calls: Mutator = (node, _around, text) => {
  if (node.type === 'MemberExpression' && node.optional) {
    const { end: start } = node.object;
    const end = node.property.start;
    const between = text.slice(start, end);
    const after = node.computed ? between.replace('?.', '') : between.replace('?.', '.');
    return [{ mutator: 'optional chaining', start, end, after }];
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const { object, property, computed } = node.callee;
  if (computed || property.type !== 'Identifier') return [];
  const { start, end, name } = property;
  const other = SWAPS.get(name);
  const swapped = other ? [{ mutator: 'method', start, end, after: other }] : [];
  const isOfClass = object.type === 'Identifier' && /^[A-Z]/.test(object.name);
  if (!REMOVED.test(name) || isOfClass) return swapped;
  return [...swapped, { mutator: 'method', start: object.end, end: node.end, after: '' }];
};
