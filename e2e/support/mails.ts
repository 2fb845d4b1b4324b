import { expect } from '@playwright/test';
import type { Stack } from './stack.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; content: string }[];
}

/** Waits for mails with a subject to somebody, at least as many as asked for; newest first. */
export async function mailsTo(
  stack: Stack,
  to: string,
  subject: string,
  count = 1,
): Promise<Mail[]> {
  let found: Mail[] = [];
  await expect(async () => {
    const all = (await (await fetch(`${stack.mailUrl}/api/messages`)).json()) as Mail[];
    found = all.filter((mail) => mail.to === to && mail.subject === subject);
    expect(found.length).toBeGreaterThanOrEqual(count);
  }).toPass();
  return found;
}

/** The address of the newest reset link that was mailed to somebody. */
export async function resetLink(stack: Stack, to: string, count = 1): Promise<string> {
  const [mail] = await mailsTo(stack, to, 'Reset your password', count);
  const link = /https?:\/\/\S+resetKey=\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail has no link');
  return link;
}
