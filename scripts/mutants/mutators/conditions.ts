import type { Mutator } from './mutator.ts';

const SWAPS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
};

/** Conditions that are negated or always or never hold, and comparisons with another bound. */
export const conditions: Mutator = (node, _around, text) => {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { start, end } = node.test;
      const negated = `!(${text.slice(start, end)})`;
      return ['true', 'false', negated].map((after) => ({
        mutator: 'condition',
        start,
        end,
        after,
      }));
    }
    case 'WhileStatement': {
      const { start, end } = node.test;
      return [{ mutator: 'condition', start, end, after: 'false' }];
    }
    case 'BinaryExpression': {
      const operators = SWAPS[node.operator];
      if (!operators) return [];
      const between = { start: node.left.end, end: node.right.start };
      const others = operators.map((operator) => ({
        mutator: 'comparison',
        ...between,
        after: text.slice(between.start, between.end).replace(node.operator, operator),
      }));
      const constants = ['true', 'false'].map((after) => ({
        mutator: 'comparison',
        start: node.start,
        end: node.end,
        after,
      }));
      return [...others, ...constants];
    }
    case 'UnaryExpression':
      if (node.operator !== '!') return [];
      return [
        {
          mutator: 'condition',
          start: node.start,
          end: node.end,
          after: text.slice(node.argument.start, node.argument.end),
        },
      ];
    default:
      return [];
  }
};
