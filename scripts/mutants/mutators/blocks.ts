import type { Mutator } from './mutator.ts';

/** Blocks that do nothing, and functions that answer nothing. */
export const blocks: Mutator = (node) => {
  if (node.type === 'BlockStatement' && node.body.length > 0) {
    return [{ mutator: 'block', start: node.start, end: node.end, after: '{}' }];
  }
  if (node.type === 'ReturnStatement' && node.argument) {
    const { start, end, type } = node.argument;
    const isNothing = type === 'Identifier' && node.argument.name === 'undefined';
    return isNothing ? [] : [{ mutator: 'return', start, end, after: 'undefined' }];
  }
  return [];
};
