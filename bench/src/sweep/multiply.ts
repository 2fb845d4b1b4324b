import { DatabaseSync } from 'node:sqlite';
import { plans, products } from 'contract/catalogue';
import pg from 'pg';

interface Document {
  seq: number;
  kind: string;
  id: string;
  created: number;
  json: string;
  secret: string | null;
}

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const emails = /(?<!\\)[\w.+-]+@[\w.-]+/g;
const stripeIds = /\b(?:cus|sub|si|in|pi|ch|pm|il|inpay|seti)_[A-Za-z0-9]+/g;
/** What all customers have in common. */
const shared = new Set([...plans, ...products].map(({ id }) => id));
/** The tables that are compared with Stripe, and which of their rows are whose. */
const tables = {
  users: 'id = $1',
  stripe_customers: 'user_id = $1',
  subscriptions: 'user_id = $1',
  payments: 'user_id = $1',
  outgoing_emails: 'recipient = (select email from users where id = $1)',
};
const copiesAtOnce = 10_000;

/** Adds so many copies of all that the local Stripe's file holds of a customer who stands for a user of ours. */
export function multiplyAtStripe(file: string, userId: string, copies: number): void {
  const database = new DatabaseSync(file);
  try {
    const all = database
      .prepare('select seq, kind, id, created, json, secret from documents order by seq')
      .all() as unknown as Document[];
    const mine = ofCustomer(all, userId);
    const copy = copier(
      mine.map(({ json }) => json).join('\n'),
      mine.map(({ id }) => id),
    );
    const insert = database.prepare(
      'insert into documents (kind, id, created, json, secret) values (?, ?, ?, ?, ?)',
    );
    database.exec('begin');
    for (let n = 1; n <= copies; n += 1) {
      for (const { kind, id, created, json, secret } of mine) {
        insert.run(kind, copy(id, n), created, copy(json, n), secret);
      }
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}

/** The same in our tables, where Stripe's ids and the users are named as in that file. */
export async function multiplyHere(
  databaseUrl: string,
  userId: string,
  copies: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Without triggers, which would count each row.
    await client.query('set session_replication_role = replica');
    const rowsOf = new Map<string, string[]>();
    for (const [table, isMine] of Object.entries(tables)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where ${isMine}`,
        [userId],
      );
      rowsOf.set(
        table,
        rows.map(({ row }) => row),
      );
    }
    const all = [...rowsOf.values()].flat().join('\n');
    const copy = copier(all, [...new Set(all.match(stripeIds))]);
    for (const [table, rows] of rowsOf) {
      const columns = await columnsOf(client, table);
      for (let first = 1; first <= copies; first += copiesAtOnce) {
        const count = Math.min(copiesAtOnce, copies - first + 1);
        const many = Array.from({ length: count }, (_, at) =>
          rows.map((row) => copy(row, first + at)),
        );
        await client.query(
          `insert into ${table} (${columns}) select ${columns} from
             unnest($1::text[]) as row, jsonb_populate_record(null::${table}, row::jsonb)`,
          [many.flat()],
        );
      }
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Those that are written, not generated. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.names ?? '';
}

/** What is of the customer, and of nobody else: what names them, and what names that. */
function ofCustomer(all: Document[], userId: string): Document[] {
  const ids = new Set([userId]);
  const once = ['event', 'checkout.session', 'billing_portal.session'];
  const lasting = all.filter(({ kind }) => !once.includes(kind));
  for (let before = 0; before < ids.size; ) {
    before = ids.size;
    for (const { id, json } of lasting) if (namesOne(json, ids)) ids.add(id);
  }
  return lasting.filter(({ id }) => ids.has(id));
}

const namesOne = (json: string, ids: Set<string>) => [...ids].some((id) => json.includes(id));

/**
 * Writes a text about the customer as one about the copy with this number: UUIDs end in it, and so do
 * Stripe's ids, and e-mails begin with it.
 */
function copier(text: string, stripe: string[]): (text: string, copy: number) => string {
  const ids = new Set(stripe);
  for (const [id] of text.matchAll(uuids)) if (!shared.has(id)) ids.add(id);
  const names = new RegExp([...ids].join('|'), 'g');
  return (one, copy) => {
    const end = copy.toString(16).padStart(8, '0');
    return one
      .replaceAll(names, (id) => (id.includes('_') ? `${id}${copy}` : id.slice(0, -8) + end))
      .replaceAll(emails, (email) => `${copy}.${email}`);
  };
}
