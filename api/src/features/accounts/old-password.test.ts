import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';

it('a password of ten years ago logs in, and is not asked to be changed', async () => {
  const server = await startTestServer();
  try {
    const someone = person();
    const { user } = await server.client.newUser(someone);
    const [createdAt, updatedAt] = [new Date('2016-01-01'), new Date('2016-01-01')];
    const isIt = eq(users.id, user.id);
    await server.services.db.update(users).set({ createdAt, updatedAt }).where(isIt);
    const { status, body } = await server.client.post('/login', someone);
    expect([status, Object.keys(body.data)]).toEqual([200, ['token', 'user', 'device']]);
    expect(Object.keys(body.data.user)).toEqual(Object.keys(user));
    expect((await server.client.withToken(body.data.token).get('/user')).status).toBe(200);
  } finally {
    await server.close();
  }
});
