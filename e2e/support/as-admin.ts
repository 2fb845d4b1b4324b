import { adminSession } from './session.ts';
import type { Stack } from './stack.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Makes calls of the API as the demo admin, for as long as no journey ends that session; answers what they answer. */
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
  const { data } = await adminSession(stack);
  return (method, path, body) => send(data.token, method, path, body);
}
