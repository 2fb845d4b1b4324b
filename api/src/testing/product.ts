import type { Client } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What the server answers to a call of a product. */
export async function askProducts(
  server: TestServer,
  path: string,
  { key, headers = {} }: { key: string | null; headers?: Record<string, string> },
) {
  const response = await fetch(`${server.url}/api/products/${path}`, {
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

/** A live key of each product. */
export type ProductKeys = Record<'portfolio' | 'cataract', string>;

/** A server that products ask, with an admin who has made a key for each. */
export async function startAsked() {
  const server = await startTestServer();
  const admin = await server.admin();
  const [portfolio, cataract] = [await keyOf(admin, 'portfolio'), await keyOf(admin, 'cataract')];
  return { server, admin, keys: { portfolio, cataract } satisfies ProductKeys };
}

export async function keyOf(
  admin: Client,
  product: keyof ProductKeys,
  name = 'The server',
): Promise<string> {
  const { status, body } = await admin.post(`/admin/products/${product}/keys`, { name });
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return body.data.key;
}
