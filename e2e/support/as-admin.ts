import { adminSession, send } from './session.ts';
import type { Stack } from './stack.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Makes calls of the API as the demo admin, for as long as no journey ends that session; answers what they answer. */
export async function asAdmin(stack: Stack): Promise<Call> {
  const { data } = await adminSession(stack);
  return (method, path, body) => send(stack, data.token, method, path, body);
}
