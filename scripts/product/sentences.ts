import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import { brand } from '../../contract/src/brand.ts';
import { promised, inWords as smallInWords } from '../../contract/src/promised.ts';
import { inWords, type Period, retention } from '../../contract/src/retention.ts';
import { root } from '../lib/paths.ts';

type Node = ESTree.Node;

/** What nobody knows before it is read: somebody's name, a day, an amount. */
const open = '…';

/** In quotes in a source, and read by nobody. */
const unread = ['className', 'id', 'key', 'to', 'href', 'type', 'rel', 'target', 'aria-labelledby'];

/**
 * What a source gives its readers to read, sentence by sentence: all that is in quotes or between tags, so
 * also what only some people are shown. Figures and names that come from constants are filled in.
 */
export function sentencesOf(path: string): string[] {
  return textsOf(readFileSync(join(root, path), 'utf8'), path).flatMap(inSentences);
}

/** A text, cut after each sentence. */
export function inSentences(text: string): string[] {
  return text.split(/(?<=[.?!])\s+(?=[A-Z…])/);
}

/** The texts of a source, each as long as it is read in one go. */
export function textsOf(source: string, path: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);

  const textsIn = (node: Node): string[] => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TSLiteral')) return [];
    if (node.type === 'JSXAttribute' && unread.includes(String(node.name.name))) return [];
    if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
    if (node.type === 'TemplateLiteral') {
      return [template(node), ...node.expressions.flatMap(textsIn)];
    }
    const within = childrenOf(node).flatMap(textsIn);
    return isParagraph(node) ? [read(node).replaceAll(/\s+/g, ' ').trim(), ...within] : within;
  };

  const template = ({ quasis, expressions }: ESTree.TemplateLiteral): string =>
    quasis
      .map(({ value }, at) => {
        const filling = expressions[at];
        return `${value.cooked}${filling ? filledIn(source.slice(filling.start, filling.end)) : ''}`;
      })
      .join('');

  /** What stands in a paragraph, with all that is within its tags. */
  const read = (node: Node): string => {
    switch (node.type) {
      case 'JSXText':
        // A break of the line beside a tag is none of the text.
        return node.value.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '');
      case 'JSXElement':
      case 'JSXFragment':
        return node.children.length > 0 ? node.children.map(read).join('') : open;
      case 'JSXExpressionContainer':
        return read(node.expression);
      case 'LogicalExpression':
        return read(node.right);
      case 'ConditionalExpression':
        return read(node.consequent);
      case 'Literal':
        return String(node.value);
      case 'TemplateLiteral':
        return template(node);
      default:
        return filledIn(source.slice(node.start, node.end));
    }
  };

  return textsIn(program);
}

/** An element with words of its own. */
function isParagraph(node: Node): node is ESTree.JSXElement | ESTree.JSXFragment {
  return (
    (node.type === 'JSXElement' || node.type === 'JSXFragment') &&
    node.children.some((child) => child.type === 'JSXText' && child.value.trim() !== '')
  );
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** What an expression of a text is for every reader, where that is known. */
function filledIn(expression: string): string {
  const [, call, of = '', path = ''] =
    /^(?:(inWords)\()?(brand|promised|retention)\.([\w.]+)(?:, true)?\)?$/.exec(expression) ?? [];
  if (of === 'brand') return String(valueAt(brand, path) ?? open);
  if (of === 'promised') {
    const value = Number(valueAt(promised, path));
    return call ? smallInWords(value) : String(value);
  }
  return of === 'retention' ? inWords(valueAt(retention, path) as Period) : open;
}

function valueAt(value: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)?.[name], value);
}
