import { products } from 'contract/catalogue';
import type pg from 'pg';

/** One kind of request, and the addresses that are asked for it. */
export interface Case {
  what: string;
  paths: string[];
}

const list = (name: string, filters: Record<string, string>): string =>
  `/admin/${name}?${new URLSearchParams(filters)}`;

/** Terms by where they are in a name or e-mail, and by how many users they find. */
async function chooseTerms(database: pg.Pool): Promise<Record<string, string[]>> {
  const { rows } = await database.query<{ first_name: string; last_name: string; email: string }>(
    `select first_name, last_name, email from users
     where deleted_at is null and role = 'user' order by md5(id::text) limit 12`,
  );
  const all = (cut: (row: (typeof rows)[number]) => string) => rows.map(cut);
  return {
    'one letter': ['a', 'e', 'n', 's', 'k', 'z'],
    'two letters': ['an', 'sm', 'ng', 'wu', 'zs', 'qx'],
    'start of a name': all((row) => row.first_name.slice(0, 4)),
    'end of a name': all((row) => row.last_name.slice(-4)),
    'middle of a name': all((row) => `${row.first_name} ${row.last_name}`.slice(2, 8)),
    'whole name': all((row) => `${row.first_name} ${row.last_name}`),
    'start of an e-mail': all((row) => row.email.slice(0, 7)),
    'end of an e-mail': all((row) => row.email.slice(-9)),
    'middle of an e-mail': all((row) => row.email.slice(3, 12)),
    'whole e-mail': all((row) => row.email),
    'no hit': ['zzyzx', 'qqqq', 'smithx@', 'nobody at all', '%%%', '__'],
  };
}

function combine(choices: Record<string, string[]>): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(choices)) {
    all = all.flatMap((filters) => [
      filters,
      ...values.map((value) => ({ ...filters, [name]: value })),
    ]);
  }
  return all;
}

const productIds = products.map((product) => product.id);
const filters = {
  users: combine({ isActive: ['true', 'false'], role: ['admin', 'user'] }),
  subscriptions: combine({
    status: ['active', 'trial', 'cancelled', 'expired'],
    product: productIds,
    plan: ['monthly', 'yearly'],
  }),
  payments: combine({
    status: ['success', 'pending', 'failed', 'refunded'],
    product: productIds,
    plan: ['monthly', 'yearly'],
  }),
};
const sorts = {
  users: ['name', 'last_name', 'email', 'role', 'created_at'],
  subscriptions: ['start_date', 'price'],
  payments: ['payment_date', 'amount'],
};

/** Each of these searches in each order of a list. */
function everySort(name: keyof typeof sorts, searches: string[]): string[] {
  return sorts[name].flatMap((sortBy) =>
    ['asc', 'desc'].flatMap((sortOrder) =>
      searches.map((search) => list(name, { sortBy, sortOrder, search })),
    ),
  );
}

/** Every list with every filter, sort and kind of search, its deep pages, and the dashboard. */
export async function chooseCases(database: pg.Pool): Promise<Case[]> {
  const terms = await chooseTerms(database);
  const cases: Case[] = [{ what: 'dashboard', paths: Array(12).fill('/admin/dashboard-stats') }];
  for (const name of ['users', 'subscriptions', 'payments'] as const) {
    cases.push({
      what: `${name}: every filter`,
      paths: filters[name].map((one) => list(name, one)),
    });
    cases.push({
      what: `${name}: every sort`,
      paths: everySort(name, ['', 'an']),
    });
    cases.push({
      what: `${name}: behind the dashboard's figures`,
      paths: behindFigures[name].map((one) => list(name, one)),
    });
    cases.push({ what: `${name}: deep pages`, paths: await deepPages(database, name) });
    for (const [kind, searches] of Object.entries(terms)) {
      cases.push({
        what: `${name}: search, ${kind}`,
        paths: searches.map((search) => list(name, { search })),
      });
    }
    cases.push({
      what: `${name}: search with every sort`,
      // One of each kind.
      paths: everySort(
        name,
        Object.values(terms).map(([search = '']) => search),
      ),
    });
    cases.push({
      what: `${name}: search with every filter`,
      paths: filters[name].flatMap((one) =>
        ['an', 'smith', terms['middle of a name']?.[0] ?? '', terms['whole e-mail']?.[0] ?? ''].map(
          (search) => list(name, { ...one, search }),
        ),
      ),
    });
  }
  return cases;
}

const thisYear = Array.from({ length: 12 }, (_, ago) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago))
    .toISOString()
    .slice(0, 7);
});
/** What each figure of the dashboard opens. */
const behindFigures: Record<keyof typeof filters, Record<string, string>[]> = {
  users: [{ isActive: 'true' }, { holds: 'trial' }],
  subscriptions: [
    { status: 'active' },
    { figure: 'recurring' },
    ...thisYear.flatMap((month) =>
      ['churned', 'trial-ended', 'trial-converted'].map((figure) => ({ figure, month })),
    ),
  ],
  payments: [{ figure: 'revenue' }, ...thisYear.map((month) => ({ figure: 'revenue', month }))],
};

const inOrder = { users: 'created_at', subscriptions: 'started_at', payments: 'paid_at' };

/** Cursors to the rows at each tenth of a list, forwards and backwards. */
async function deepPages(database: pg.Pool, name: keyof typeof inOrder): Promise<string[]> {
  const column = inOrder[name];
  const { rows } = await database.query<{ id: string; at: Date }>(
    `with ends as (select min(${column}) as low, max(${column}) as high from ${name})
     select row.id, row.at from ends, generate_series(1, 9) tenth, lateral (
       select id, ${column} as at from ${name}
       where ${column} >= low + (high - low) * tenth / 10.0 order by ${column} limit 1) row`,
  );
  return rows.flatMap(({ id, at }) =>
    [0, 1].map((backwards) => {
      const place = [
        `${name}.${sorts[name].find((s) => s.includes('date') || s === 'created_at')}.true`,
        backwards,
        at.toISOString(),
        id,
      ];
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      return list(name, { cursor, pageSize: '100' });
    }),
  );
}
