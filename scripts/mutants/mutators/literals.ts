import type { Node } from '../walk.ts';
import { isNoMeaning, isWrittenForLogs } from './meaningless.ts';
import type { Mutator } from './mutator.ts';

/** Texts, lists and objects that are empty, and flags that are the other way round. */
export const literals: Mutator = (node, around, text) => {
  const [parent] = around;
  const replaced = (mutator: string, after: string) => [
    { mutator, start: node.start, end: node.end, after },
  ];
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'boolean') return replaced('flag', String(!node.value));
      if (typeof node.value !== 'string' || isNoText(node, around)) return [];
      return replaced('text', node.value === '' ? "'mutated'" : "''");
    case 'TemplateLiteral':
      if (parent?.type === 'TaggedTemplateExpression' || isNoText(node, around)) return [];
      return text.slice(node.start, node.end) === '``' ? [] : replaced('text', '``');
    case 'ArrayExpression':
      return node.elements.length === 0 ? [] : replaced('list', '[]');
    case 'ObjectExpression':
      return node.properties.length === 0 ? [] : replaced('object', '{}');
    default:
      return [];
  }
};

function isNoText(node: Node, around: readonly Node[]): boolean {
  const [parent] = around;
  if (!parent) return true;
  if (/^(Import|Export(All|Named))|^ExpressionStatement$/.test(parent.type)) return true;
  if (parent.type === 'Property' && parent.key === node) return true;
  if (parent.type === 'MemberExpression') return true;
  return isNoMeaning(node, around) || isWrittenForLogs(around);
}
