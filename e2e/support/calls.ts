import type { Page } from '@playwright/test';

/** What a call is answered instead of by the server; set `body` and `status` before the call. */
export interface Stub {
  body: unknown;
  status: number;
}

/** Answers every call of a path below `/api` with what the stub says at that moment. */
export async function stubCall(page: Page, path: string, body: unknown): Promise<Stub> {
  const stub: Stub = { body, status: 200 };
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => route.fulfill({ status: stub.status, json: stub.body }),
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
