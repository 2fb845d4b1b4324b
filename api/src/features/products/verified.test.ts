import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { connected, soon } from '../../testing/connection.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { askProducts, keyOf } from '../../testing/product.ts';
import type { TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { startDeliveries } from './deliver.ts';

let server: TestServer;
let mailbox: Mailbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox({ PRODUCT_LOGIN_TOKENS: 'portfolio' }));
  stop = startDeliveries(server.services, { timeoutMs: 1_500 });
});
afterAll(async () => {
  await stop();
  await server.close();
});

it('a product learns that an e-mail is not confirmed, and then that it is, each way it is told', async () => {
  const admin = await server.admin();
  const key = await keyOf(admin, 'portfolio');
  await connected(admin, async (receiver) => {
    const { client, user } = await server.client.signUp();
    // Of the accounts from before, which are led into their products all the same.
    await server.services.db
      .update(users)
      .set({ opensUnverified: true })
      .where(eq(users.id, user.id));
    await subscribe(client, 'portfolio', 'monthly');
    const asked = async () =>
      (await askProducts(server, `portfolio/access/${user.id}`, { key })).body.data.user;
    const inToken = async () => {
      const { body } = await client.post('/user/products/portfolio/open');
      return decodeJwt(new URL(body.url).searchParams.get('token') ?? '').email_verified;
    };
    const told = () => receiver.copy.get(user.id)?.user.email_verified;

    await expect.poll(told, soon).toBe(false);
    expect(await asked()).toMatchObject({ email: user.email, email_verified: false });
    expect(await inToken()).toBe(false);

    const { text } = await untilMail(mailbox, user.email, 'Confirm your email');
    const [, token = ''] = /\/verify-email\?token=([\w-]+)/.exec(text) ?? [];
    expect((await client.post('/verify-email', { token })).status).toBe(200);
    await expect.poll(told, soon).toBe(true);
    expect(await asked()).toMatchObject({ email: user.email, email_verified: true });
    expect(await inToken()).toBe(true);
  });
});
