/** A decoded form value: text, a list, or named values. */
export type Raw = string | Raw[] | { [name: string]: Raw };

type Node = Map<string, Node | string>;

/**
 * Decodes Stripe's nested form encoding, `a[b][0][c]=1`, in which a number or nothing between
 * the brackets means a list.
 */
export function parseForm(encoded: string): Record<string, Raw> {
  const root: Node = new Map();
  for (const [key, value] of new URLSearchParams(encoded)) place(root, pathOf(key), value);
  return Object.fromEntries([...root].map(([name, node]) => [name, unfold(node)]));
}

function pathOf(key: string): string[] {
  const [head = '', ...rest] = key.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function place(node: Node, path: string[], value: string): void {
  const [head = '', ...rest] = path;
  const name = head === '' ? String(node.size) : head;
  if (rest.length === 0) {
    node.set(name, value);
    return;
  }
  const child = node.get(name);
  const next: Node = child instanceof Map ? child : new Map();
  node.set(name, next);
  place(next, rest, value);
}

function unfold(node: Node | string): Raw {
  if (typeof node === 'string') return node;
  const entries = [...node];
  if (entries.every(([name]) => /^\d+$/.test(name)))
    return entries.map(([, child]) => unfold(child));
  return Object.fromEntries(entries.map(([name, child]) => [name, unfold(child)]));
}
