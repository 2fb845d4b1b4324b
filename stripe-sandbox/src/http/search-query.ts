import { invalid } from './errors.ts';

/** One condition of a search: `email:"ada@example.test"`, `-metadata["kind"]:"team"`, `created>1`. */
interface Clause {
  path: string[];
  op: ':' | '~' | '>' | '>=' | '<' | '<=';
  /** Null asks whether the field is there at all. */
  value: string | null;
  isNegated: boolean;
}

const CLAUSE =
  /^(-?)([a-z_]+)(?:\[["']([^"']+)["']\])?(:|~|>=|<=|>|<)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))$/;

/** Parts at spaces, with what stands between quotation marks in one. */
const PARTS = /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'])+/g;

/**
 * Reads a query in Stripe's search language into a test for a resource: clauses joined by spaces or
 * AND, or all by OR. Throws for what is not of the language and for fields that cannot be searched.
 * https://docs.stripe.com/search#search-query-language
 * @param fields what can be searched of the resource
 */
export function readQuery(query: string, fields: readonly string[]): (resource: object) => boolean {
  const parts = query.match(PARTS) ?? [];
  const joints = new Set(parts.filter((part) => /^(and|or)$/i.test(part)).map(upper));
  if (joints.size > 1) throw unreadable(query);
  const clauses = parts.filter((part) => !joints.has(upper(part))).map(readClause);
  if (clauses.length === 0) throw unreadable(query);
  for (const { path } of clauses) {
    if (path[0] && fields.includes(path[0])) continue;
    throw invalid(`Field \`${path[0]}\` is an unsupported search field for resource.`, 'query');
  }
  return joints.has('OR')
    ? (resource) => clauses.some((clause) => holds(clause, resource))
    : (resource) => clauses.every((clause) => holds(clause, resource));
}

const upper = (text: string): string => text.toUpperCase();

function readClause(part: string): Clause {
  const [, minus, field = '', key, op, double, single, bare] = CLAUSE.exec(part) ?? [];
  if (!field) throw unreadable(part);
  const quoted = (double ?? single)?.replace(/\\(.)/g, '$1');
  if (quoted === undefined && bare !== 'null' && !/^\d+$/.test(bare ?? '')) throw unreadable(part);
  return {
    path: key === undefined ? [field] : [field, key],
    op: op as Clause['op'],
    value: bare === 'null' ? null : (quoted ?? bare ?? ''),
    isNegated: minus === '-',
  };
}

function holds({ path, op, value, isNegated }: Clause, resource: object): boolean {
  const found = path.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | null | undefined)?.[name],
    resource,
  );
  return compare(op, found ?? null, value) !== isNegated;
}

function compare(op: Clause['op'], found: unknown, value: string | null): boolean {
  if (value === null || found === null) return found === value;
  const [ours, asked] = [String(found).toLowerCase(), value.toLowerCase()];
  if (op === ':') return ours === asked;
  if (op === '~') return ours.includes(asked);
  if (op === '>') return Number(ours) > Number(asked);
  if (op === '>=') return Number(ours) >= Number(asked);
  return op === '<' ? Number(ours) < Number(asked) : Number(ours) <= Number(asked);
}

function unreadable(query: string) {
  return invalid(`We were unable to parse your search query: ${query}`, 'query');
}
