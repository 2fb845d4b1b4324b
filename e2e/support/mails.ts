import { expect } from '@playwright/test';
import type { Stack } from './stack.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; content: string }[];
}

/** Every mail is there within it: the confirmations of the law, too. */
const aMinute = 60_000;

/** All mails, or those to somebody. */
async function mails(stack: Stack, to?: string): Promise<Mail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const answer = await fetch(`${stack.mailUrl}/api/messages${query}`);
  const found = (await answer.json()) as Mail[];
  // As it is written here, and to nobody else.
  return found.filter((mail) => to === undefined || mail.to === to);
}

/** The subjects of all mails to somebody until now, in alphabetical order. */
export async function subjectsTo(stack: Stack, to: string): Promise<string[]> {
  return (await mails(stack, to)).map(({ subject }) => subject).toSorted();
}

/** Waits until a mail with a subject has come to each of them, and to nobody else, once. */
export async function expectMailed(stack: Stack, to: string[], subject: string): Promise<void> {
  await expect(async () => {
    const found = (await mails(stack)).filter((mail) => mail.subject === subject);
    expect(found.map((mail) => mail.to).toSorted()).toEqual(to.toSorted());
  }).toPass({ timeout: aMinute });
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
    found = (await mails(stack, to)).filter((mail) => mail.subject === subject);
    expect(found.length).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: aMinute });
  return found;
}

/** The address of the link to confirm an e-mail that was mailed to somebody. */
export function verificationLink(stack: Stack, to: string): Promise<string> {
  return mailedLink(stack, to, { subject: 'Confirm your email', path: '/verify-email' });
}

/** The address of the newest reset link that was mailed to somebody. */
export async function resetLink(stack: Stack, to: string, count = 1): Promise<string> {
  const [mail] = await mailsTo(stack, to, 'Reset your password', count);
  const link = /https?:\/\/\S+resetKey=\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail has no link');
  return link;
}

/** The address of the newest link of a mail to somebody that leads to a page of ours. */
export async function mailedLink(
  stack: Stack,
  to: string,
  { subject, path }: { subject: string; path: string },
): Promise<string> {
  const [mail] = await mailsTo(stack, to, subject);
  const link = new RegExp(`https?://\\S+${path}\\?token=\\S+`).exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail has no link');
  return link;
}
