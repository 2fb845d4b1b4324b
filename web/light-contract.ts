import type { Plugin, Rolldown } from 'vite';

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Statement = Program['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>;
type Declarator = Declaration['declarations'][number];
type Init = NonNullable<Declarator['init']>;
type Call = Extract<Init, { type: 'CallExpression' }>;

type Source = (node: { start: number; end: number }) => string;

const contract = /\/contract\/src\/[^?]+\.ts$/;
const light = '?light';

/** Where a call goes is all that it takes to make it; what is asked and answered the server looks at. */
const needed = ['method', 'path'];

/** What is only written down costs nothing as a file is loaded. */
const idle = ['Literal', 'ArrowFunctionExpression', 'FunctionExpression', 'Identifier'];

/**
 * Sends the browser of each call of the contract its method and path alone, and of all else what some page uses:
 * schemas are made as a file is loaded, and most of them only the server reads. Calls and plain data of a module
 * become a module of their own, so that who needs them does not load the rules of a form. Those are exports:
 * `call.body` is not there in a browser.
 */
export function lightContract(): Plugin {
  const texts = new Map<string, string>();
  return {
    name: 'light-contract',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => texts.get(id),
    transform(code, id) {
      if (!contract.test(id)) return undefined;
      const { apart, rest } = divided(this.parse(code), code);
      texts.set(id + light, apart.map(({ text }) => text).join('\n'));
      const from = JSON.stringify(id + light);
      const all = apart.map(({ name }) => name).join(', ');
      const open = apart.flatMap(({ name, isExported }) => (isExported ? name : [])).join(', ');
      return { code: `import { ${all} } from ${from};\nexport { ${open} };\n${rest}`, map: null };
    },
  };
}

interface Apart {
  name: string;
  text: string;
  isExported: boolean;
}

/** The calls and plain data of a module, and what is left of it. */
function divided({ body }: Program, code: string): { apart: Apart[]; rest: string } {
  const source: Source = ({ start, end }) => code.slice(start, end);
  const apart: Apart[] = [];
  let rest = '';
  let end = 0;
  for (const statement of body) {
    rest += code.slice(end, statement.start);
    end = statement.end;
    const { name, init, isExported } = constantOf(statement);
    if (!init) rest += source(statement);
    else if (isCall(init)) apart.push({ name, text: callOf(name, init, body, source), isExported });
    else if (isPlain(init)) {
      apart.push({ name, text: `export const ${name} = ${source(init)};`, isExported });
    } else if (idle.includes(init.type)) rest += source(statement);
    else {
      const made = `/* @__PURE__ */ (() => (${source(init)}))()`;
      rest += `${isExported ? 'export ' : ''}const ${name} = ${made};`;
    }
  }
  return { apart, rest: rest + code.slice(end) };
}

/** The one constant of a statement, if that is what it declares. */
function constantOf(statement: Statement): {
  name: string;
  init?: Init | null;
  isExported: boolean;
} {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declared = isExported ? statement.declaration : statement;
  const nothing = { name: '', isExported };
  if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return nothing;
  const [declarator, ...others] = declared.declarations;
  if (declarator?.id.type !== 'Identifier' || others.length > 0) return nothing;
  return { name: declarator.id.name, init: declarator.init, isExported };
}

const isCall = (init: Init): init is Call =>
  init.type === 'CallExpression' &&
  init.callee.type === 'Identifier' &&
  init.callee.name === 'endpoint';

/** Whether it is written out, and takes nothing from elsewhere. */
function isPlain(init: Init): boolean {
  if (init.type === 'Literal') return true;
  if (init.type === 'ArrayExpression') {
    return init.elements.every(
      (one) => one !== null && one.type !== 'SpreadElement' && isPlain(one),
    );
  }
  if (init.type !== 'ObjectExpression') return false;
  return init.properties.every(
    (part) =>
      part.type === 'Property' &&
      part.kind === 'init' &&
      !part.computed &&
      isPlain(part.value as Init),
  );
}

/** A call's method and path, with the import of what they are spread from. */
function callOf(
  name: string,
  { arguments: [parts] }: Call,
  body: Statement[],
  source: Source,
): string {
  if (parts?.type !== 'ObjectExpression') throw new Error(`${name} is no plain call`);
  const spread = parts.properties.flatMap((part) =>
    part.type === 'SpreadElement' ? source(part.argument) : [],
  );
  const imports = body.filter(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some(({ local }) => spread.includes(local.name)),
  );
  const kept = parts.properties.filter(
    (part) =>
      part.type === 'SpreadElement' ||
      (part.key.type === 'Identifier' && needed.includes(part.key.name)),
  );
  return [
    ...imports.map(source),
    `export const ${name} = { ${kept.map(source).join(', ')} };`,
  ].join('\n');
}
