import type { Page } from '@playwright/test';
import type { ProductKey } from 'contract/catalogue';
import { choice } from '../../api/src/testing/choice.ts';
import { payOn } from '../../api/src/testing/hosted-page.ts';
import { verificationLink } from './mails.ts';
import { admin, demoUser, type Person, somebody } from './people.ts';
import type { Stack } from './stack.ts';

/** Makes a call of the API for who holds the token; answers what it answers. Throws on a refusal. */
export async function send<Got>(
  stack: Stack,
  token: string,
  ...[method, path, body]: [method: string, path: string, body?: unknown]
): Promise<Got> {
  const response = await fetch(`${stack.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as Got;
}

const post = <Got = Answer>(stack: Stack, path: string, body: object, token = ''): Promise<Got> =>
  send(stack, token, 'POST', path, body);

interface Answer {
  data: { token: string; user: { id: string } };
}

/** What is open before the first page of somebody who is signed in without the forms: it runs nothing. */
export const beforePages = '/favicon.svg';

async function keep(page: Page, { data }: Answer): Promise<string> {
  // Storage belongs to an origin, so that something of it must be open.
  await page.goto(beforePages);
  await page.evaluate(
    `localStorage.setItem('authToken', ${JSON.stringify(data.token)});
     localStorage.setItem('userData', ${JSON.stringify(JSON.stringify(data.user))});`,
  );
  return data.token;
}

/** Confirms an e-mail by the link that was mailed, without its page. */
async function confirmEmail(stack: Stack, email: string): Promise<void> {
  const link = new URL(await verificationLink(stack, email));
  await post(stack, '/verify-email', { token: link.searchParams.get('token') });
}

/** Signs a new person up without the form. */
export async function register(stack: Stack, parts: Partial<Person> = {}): Promise<Person> {
  const person = somebody(parts);
  await post(stack, '/register', asSent(person));
  return person;
}

/** A person as the API has them. */
const asSent = ({ firstName: first_name, lastName: last_name, email, password }: Person) => {
  return { first_name, last_name, email, password };
};

/** The way in by the calls, and by the link that was mailed. */
async function letInByCalls(stack: Stack, person: Person): Promise<Answer['data']> {
  const { email, password } = await register(stack, person);
  await confirmEmail(stack, email);
  return (await post(stack, '/login', { email, password })).data;
}

/**
 * Has a new person signed up and in without the forms, the e-mail confirmed; the browser then holds the
 * session.
 */
export async function arrive(
  page: Page,
  stack: Stack,
  parts: Partial<Person> = {},
): Promise<{ person: Person; id: string; token: string }> {
  const person = somebody(parts);
  const data = (await stack.letIn?.(asSent(person))) ?? (await letInByCalls(stack, person));
  return { person, id: data.user.id, token: await keep(page, { data }) };
}

/** Signs the demo's user in without the form. */
export async function arriveAsDemoUser(page: Page, stack: Stack): Promise<void> {
  await keep(page, await post(stack, '/login', demoUser));
}

/** The admin's session at each stack: a password costs much, a session that still counts nothing. */
const adminSessions = new Map<string, Answer & { at: number }>();

/** A sign-in is a proof of who is there for ten minutes: a test has the rest of them. */
const freshMs = 6 * 60_000;

/** A session of the demo's admin; `anew`, one that has just begun. */
export async function adminSession(stack: Stack, { anew = false } = {}): Promise<Answer> {
  let session = anew ? undefined : adminSessions.get(stack.url);
  const isFresh = session && Date.now() - session.at < freshMs;
  if (!session || !isFresh || !(await counts(stack, session))) {
    session = { ...(await post<Answer>(stack, '/login', admin)), at: Date.now() };
    adminSessions.set(stack.url, session);
  }
  return session;
}

/** Signs the demo's admin in without the form; `anew`, with a session that has just begun. */
export async function arriveAsAdmin(
  page: Page,
  stack: Stack,
  how: { anew?: boolean } = {},
): Promise<void> {
  await keep(page, await adminSession(stack, how));
}

/** Whether nobody has ended a session, signing out or by another way. */
async function counts(stack: Stack, { data }: Answer): Promise<boolean> {
  const headers = { authorization: `Bearer ${data.token}` };
  return (await fetch(`${stack.url}/api/user`, { headers })).ok;
}

/** Ends a session behind the browser's back, as a change of password elsewhere does. */
export async function endElsewhere(stack: Stack, token: string): Promise<void> {
  await post(stack, '/logout', {}, token);
}

/** What the browser keeps of the session. */
export function kept(page: Page): Promise<string[]> {
  return page.evaluate("['authToken', 'userData'].filter((key) => localStorage.getItem(key))");
}

/**
 * Has somebody buy a plan without the pages: its trial has begun, and the way back from Stripe is done.
 * `subscribe.spec.ts` walks that way.
 */
export async function subscribe(
  stack: Stack,
  token: string,
  ...[product, cycle, card]: [product: ProductKey, cycle: 'monthly' | 'yearly', card?: string]
): Promise<void> {
  const checkout = await post<{ checkout_url: string; session_id: string }>(
    stack,
    '/subscriptions/checkout',
    choice(product, cycle),
    token,
  );
  await payOn(checkout.checkout_url, card);
  const { session_id } = checkout;
  const path = '/subscriptions/checkout/confirm';
  const { status } = await post<{ status: string }>(stack, path, { session_id }, token);
  if (status !== 'complete') throw new Error(`The checkout is ${status}`);
}
