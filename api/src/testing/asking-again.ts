import type { Reply } from './client.ts';

/**
 * Asks again, up to five times, where the answer is that there is no time for it now: of many at once a busy
 * machine has the last wait for longer than a person does. Answers whether it did, too: what was under way when
 * the first answer went out may have been done all the same.
 */
export async function askingAgain(
  send: () => Promise<Reply>,
): Promise<Reply & { isAskedAgain: boolean }> {
  let reply = await send();
  const isAskedAgain = reply.status === 503;
  for (let again = 0; reply.status === 503 && again < 5; again += 1) reply = await send();
  return { ...reply, isAskedAgain };
}
