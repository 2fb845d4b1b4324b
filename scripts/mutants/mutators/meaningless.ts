import type { Node } from '../walk.ts';

const LOOKS = /^(class(Name)?|key|style|d|viewBox|fill|stroke\w*|points|transform|xmlns)$/;
const CLASS_CALLS = /^(cn|cx|clsx|cva|twMerge)$/;
const KEYS = /keys?$/i;
const CLASS = /^!?-?@?[a-z][a-z0-9]*(?:[-:/[\].%#()_a-z0-9,=&>*'+]+)?$/;

/** Texts that are class names or names of cached queries: no test should depend on them. */
export function isNoMeaning(node: Node, around: readonly Node[]): boolean {
  const names = around.map(nameOf);
  if (names.some((name) => LOOKS.test(name) || CLASS_CALLS.test(name))) return true;
  if (names.slice(0, 3).some((name) => KEYS.test(name))) return true;
  return node.type === 'Literal' && typeof node.value === 'string' && areClasses(node.value);
}

function areClasses(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (/^[a-z-]+-\d+$/.test(text)) return true;
  return (
    words.length > 1 && words.every((word) => CLASS.test(word)) && /[a-z][-:][a-z0-9[]/.test(text)
  );
}

/** Texts that only a developer reads: those of logs, and of errors that are no answers. */
export function isWrittenForLogs(around: readonly Node[]): boolean {
  return around.some((node) => {
    if (node.type === 'NewExpression') return /^(Type|Range)?Error$/.test(nameOf(node));
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
    return /^(log|logger|console)$/.test(lastName(node.callee.object));
  });
}

/** What an attribute, a property, a variable or a called function is called. */
function nameOf(node: Node): string {
  switch (node.type) {
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' ? node.name.name : '';
    case 'Property':
      return lastName(node.key);
    case 'VariableDeclarator':
      return lastName(node.id);
    case 'CallExpression':
    case 'NewExpression':
      return lastName(node.callee);
    default:
      return '';
  }
}

function lastName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? lastName(node.property) : '';
}
