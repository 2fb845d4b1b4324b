import type { Locator, Page } from '@playwright/test';
import { admin } from './people.ts';
import type { Stack } from './stack.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Makes calls of the API as the demo admin; answers what they answer. */
export async function asAdmin(stack: Stack): Promise<Call> {
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${stack.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json() as Promise<unknown>;
  };
  const login = (await send('', 'POST', '/login', admin)) as { data: { token: string } };
  return (method, path, body) => send(login.data.token, method, path, body);
}

/** What a call is answered instead of by the server; set `body` and `status` before the call. */
export interface Stub {
  body: unknown;
  status: number;
  /** No answer at all, as without a network. */
  offline: boolean;
  /** The query of each call that was made. */
  asked: URLSearchParams[];
}

/** Answers every call of a path below `/api` with what the stub says at that moment. */
export async function stubCall(page: Page, path: string, body: unknown): Promise<Stub> {
  const stub: Stub = { body, status: 200, offline: false, asked: [] };
  await page.route(
    (url) => url.pathname === `/api${path}`,
    async (route) => {
      stub.asked.push(new URL(route.request().url()).searchParams);
      if (stub.offline) return route.abort('internetdisconnected');
      await route.fulfill({ status: stub.status, json: stub.body });
    },
  );
  return stub;
}

/** The figure of a card by the card's name. */
export function figure(page: Page, name: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd')
    .first();
}

/** Names that break careless pages. */
export const trickyNames = [
  {
    first_name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
    last_name: 'Featherstonehaugh-Cholmondeley-Majoribanks',
  },
  { first_name: 'محمد', last_name: 'عبد الرحمن الخطيب' },
  { first_name: '<b>Bobby</b>', last_name: '<img src=x onerror=alert(1)>' },
] as const;
