import type { Node } from '../walk.ts';
import type { Mutator } from './mutator.ts';

const SWAPS = new Map(
  Object.entries({
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '??': '&&',
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '&&=': '||=',
    '||=': '&&=',
    '??=': '&&=',
    '++': '--',
    '--': '++',
  }),
);

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Arithmetic and logic with another operator. */
export const operators: Mutator = (node, _around, text) => {
  const swap = (mutator: string, operator: string, start: number, end: number) => {
    const other = SWAPS.get(operator);
    if (!other) return [];
    return [{ mutator, start, end, after: text.slice(start, end).replace(operator, other) }];
  };
  switch (node.type) {
    case 'BinaryExpression':
      // Texts are joined by the same sign, and cannot be subtracted.
      if (isText(node.left) || isText(node.right)) return [];
      return swap('arithmetic', node.operator, node.left.end, node.right.start);
    case 'LogicalExpression':
      return swap('logic', node.operator, node.left.end, node.right.start);
    case 'AssignmentExpression':
      if (isText(node.right)) return [];
      return swap('assignment', node.operator, node.left.end, node.right.start);
    case 'UpdateExpression':
      return swap('arithmetic', node.operator, node.start, node.end);
    case 'UnaryExpression':
      if (node.operator !== '-') return [];
      return [{ mutator: 'arithmetic', start: node.start, end: node.start + 1, after: '+' }];
    default:
      return [];
  }
};
