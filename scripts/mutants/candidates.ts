import type { Candidate, Change, Wrap } from './mutant.ts';
import { blocks } from './mutators/blocks.ts';
import { calls } from './mutators/calls.ts';
import { conditions } from './mutators/conditions.ts';
import { literals } from './mutators/literals.ts';
import { operators } from './mutators/operators.ts';
import { isFunction, type Node, walk } from './walk.ts';

const mutators = [conditions, operators, literals, calls, blocks];

/** All that can be changed in a source, in the order of its text. */
export function candidatesOf(file: string, text: string): Candidate[] {
  const found: Candidate[] = [];
  walk(file, text, (node, around) => {
    for (const change of mutators.flatMap((mutate) => mutate(node, around, text))) {
      const before = text.slice(change.start, change.end);
      if (before === change.after) continue;
      found.push({
        ...change,
        before,
        line: lineOf(text, change.start),
        scope: scopeOf(change, around, text),
        wrap: wrapOf(change, node, around),
        isStatic: !around.some(isFunction),
        anchors: anchorsOf(change, [node, ...around], text),
      });
    }
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function wrapOf(change: Change, node: Node, around: readonly Node[]): Wrap {
  const [parent] = around;
  if (node.type === 'BlockStatement') {
    return {
      as: parent && isFunction(parent) ? 'body' : 'block',
      start: node.start,
      end: node.end,
    };
  }
  const as = node.type === 'Literal' && parent?.type === 'JSXAttribute' ? 'attribute' : 'value';
  const nodes = [node, ...around];
  // What is changed of a statement is an expression as a whole.
  const isOfStatement = node.type.endsWith('Statement');
  const whole = isOfStatement ? change : (nodes.find((_, at) => !isLink(nodes, at)) ?? change);
  return { as, start: whole.start, end: whole.end };
}

/** An optional chain is cut short as a whole, so that a link of it cannot be put into brackets. */
function isLink(nodes: readonly Node[], at: number): boolean {
  const chain = nodes.findIndex(({ type }, index) => index > at && type === 'ChainExpression');
  return nodes
    .slice(at, chain < 0 ? at : chain)
    .some((_, index, links) => index === 0 && links.every(({ type }) => LINK.test(type)));
}

const LINK = /^(Member|Call|TSNonNull)Expression$/;

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** All of the outermost statement that is not the whole of a module. */
function scopeOf(change: Change, around: readonly Node[], text: string): Candidate['scope'] {
  const { start, end } = around.at(-2) ?? change;
  return { from: lineOf(text, start), to: lineOf(text, end) };
}

function anchorsOf(change: Change, nodes: readonly Node[], text: string): Candidate['anchors'] {
  const first = (test: (node: Node) => boolean) =>
    nodes.find((node) => test(node) && node.start <= change.start && change.end <= node.end);
  const kinds = [
    ['function', first(isFunction)],
    [
      'statement',
      first(({ type }) => /(Statement|Declaration)$/.test(type) && type !== 'BlockStatement'),
    ],
    ['part', first(({ type }) => /^(JSXElement|JSXAttribute|Property|CallExpression)$/.test(type))],
  ] as const;
  return kinds.flatMap(([kind, node]) =>
    node
      ? [{ kind, text: text.slice(node.start, node.end), offset: change.start - node.start }]
      : [],
  );
}
