import { expect } from '@playwright/test';
import type { Stack } from './stack.ts';

/** Makes something at the local Stripe, as support does at the dashboard. Answers its id. */
export async function createAtStripe(
  { sandboxUrl }: Stack,
  what: string,
  fields: Record<string, string>,
): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/v1/${what}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_support' },
    body: new URLSearchParams(fields),
  });
  expect(answer.status, what).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}
