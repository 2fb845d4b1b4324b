import { type ESTree, parseSync } from 'rolldown/utils';

export type Node = ESTree.Node;

/** Expressions of TypeScript that are there when the program runs; all other of its nodes are types. */
const RUNS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/** Calls `visit` for each node of a source that runs, with the nodes around it, the nearest first. */
export function walk(
  file: string,
  text: string,
  visit: (node: Node, around: readonly Node[]) => void,
): void {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  step(program, [], visit);
}

function step(
  node: Node,
  around: readonly Node[],
  visit: (node: Node, around: readonly Node[]) => void,
): void {
  if (node.type.startsWith('TS') && !RUNS.includes(node.type)) return;
  visit(node, around);
  const within = [node, ...around];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) step(child, within, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Whether a node is a function, so that what is in it runs when it is called. */
export function isFunction(node: Node): boolean {
  return /^(ArrowFunctionExpression|Function(Declaration|Expression))$/.test(node.type);
}
