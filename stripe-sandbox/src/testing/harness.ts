import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '../server.ts';

/** A sandbox of the test's own, with the official SDK pointed at it; closed when the test ends. */
export async function startTestSandbox(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ retryDelaysMs: [20, 20, 20], ...options });
  let open = true;
  const close = async () => {
    if (open) await sandbox.close();
    open = false;
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${sandbox.port}`;
  return { ...sandbox, url, close, stripe: clientOf(sandbox.port) };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The unchanged SDK talking to a sandbox on this port. */
export function clientOf(port: number, config: Stripe.StripeConfig = {}): Stripe {
  return new Stripe('sk_test_x', { host: '127.0.0.1', port, protocol: 'http', ...config });
}

/** Moves the shared clock through the switch tools use. Returns the new time in unix seconds. */
export async function advance({ url }: { url: string }, body: object): Promise<number> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { now: number }).now;
}

/** A cardholder disputes a charge, through the switch tools use. */
export async function dispute(
  { url }: { url: string },
  charge: string | undefined,
  subscription?: 'ends' | 'stays',
): Promise<{ id: string; amount: number }> {
  const response = await fetch(`${url}/sandbox/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge, subscription }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { id: string; amount: number };
}

/** All resources as the state switch gives them. */
export async function stateOf({
  url,
}: {
  url: string;
}): Promise<Record<string, { type: string }[]>> {
  return (await (await fetch(`${url}/sandbox/state`)).json()) as Record<string, { type: string }[]>;
}
