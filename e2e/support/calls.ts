import type { Page } from '@playwright/test';

/** What a call is answered instead of by the server; set `body` and `status` before the call. */
export interface Stub {
  body: unknown;
  status: number;
  /** No answer at all, as without a network. */
  offline: boolean;
  /** The query of each call that was made. */
  asked: URLSearchParams[];
  /** What each call that was made sent, with its method; null for one without a body. */
  sent: { method: string; body: unknown }[];
}

/** Answers every call of a path below `/api` with what the stub says at that moment. */
export async function stubCall(page: Page, path: string, body: unknown): Promise<Stub> {
  const stub: Stub = { body, status: 200, offline: false, asked: [], sent: [] };
  await page.route(
    (url) => url.pathname === `/api${path}`,
    async (route) => {
      const request = route.request();
      stub.asked.push(new URL(request.url()).searchParams);
      stub.sent.push({ method: request.method(), body: request.postDataJSON() });
      if (stub.offline) return route.abort('internetdisconnected');
      await route.fulfill({ status: stub.status, json: stub.body });
    },
  );
  return stub;
}

/** Holds back the answers of a call until the returned function is called. */
export async function holdCall(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api${path}`, async (route) => {
    await gate;
    await route.fallback();
  });
  return release;
}
