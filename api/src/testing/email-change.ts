import { expect } from 'vitest';
import type { Services } from '../services.ts';
import type { Client, SignedIn } from './client.ts';
import { type Mailbox, untilMail } from './mailbox.ts';

/** The mails of a change of e-mail. */
export const subjects = {
  change: 'Confirm your new email',
  undo: 'Another email was asked for your account',
  changed: 'The email of your account was changed',
  restored: 'The change of your email was undone',
};

let asked = 0;

/** An e-mail that is nobody's. */
export function another(): string {
  asked += 1;
  return `priya.at.home.${asked}@hospital.test`;
}

/** The key of the link in a mail to somebody. */
export async function mailedToken(
  mailbox: Mailbox,
  email: string,
  kind: keyof typeof subjects,
): Promise<string> {
  const { text } = await untilMail(mailbox, email, subjects[kind]);
  return /token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** Somebody who has asked for another e-mail, with the keys of both links. */
export async function asksForAnother(visitor: Client, mailbox: Mailbox, password: string) {
  const { client, user } = await visitor.newUser({ password });
  const email = another();
  expect((await client.post('/user/email', { email, password })).status).toBe(200);
  const keys = {
    change: await mailedToken(mailbox, email, 'change'),
    undo: await mailedToken(mailbox, user.email, 'undo'),
  };
  return { client, user, email, keys };
}

/** What a link is for, with where it is used and what it is mailed by. */
export const links = {
  verify: { path: '/verify-email', template: 'email-verification' },
  change: { path: '/confirm-email', template: 'email-change' },
  undo: { path: '/undo-email', template: 'email-undo' },
  reset: { path: '/update-password', template: 'password-reset' },
};
export type LinkKind = keyof typeof links;

/** What is sent with a link's key; a reset brings the new password. */
export const bodyOf = (kind: LinkKind, token: string, newPassword = 'Iris-2026!') =>
  kind === 'reset' ? { resetToken: token, newPassword } : { token };

/** Keeps the keys of links in place of mailing them. */
export function catchKeys(services: Services) {
  const caught = new Map<string, string[]>();
  const boxOf = (kind: LinkKind, email: string) =>
    caught.get(`${links[kind].template} ${email}`) ?? [];
  services.mails.sendSecret = async ({ template, to, content }) => {
    const { key } = content as unknown as { key: string };
    const box = `${template} ${to}`;
    caught.set(box, [...(caught.get(box) ?? []), key]);
  };
  return {
    /** All that were kept, in their order. */
    of: boxOf,
    /** Does what has links mailed; answers how to get the key of the next one to an e-mail. */
    expecting(kind: LinkKind, email: string): () => Promise<string> {
      const known = boxOf(kind, email).length;
      return async () => {
        await expect
          .poll(() => boxOf(kind, email).length, { timeout: 15_000 })
          .toBeGreaterThan(known);
        return boxOf(kind, email)[known] ?? '';
      };
    },
  };
}

/** Has somebody ask for another e-mail; answers what undoes that. */
export async function undoOf(
  visitor: Client,
  keys: ReturnType<typeof catchKeys>,
  { client, user }: SignedIn,
  password: string,
) {
  const key = keys.expecting('undo', user.email);
  expect((await client.post('/user/email', { email: another(), password })).status).toBe(200);
  const token = await key();
  return () => visitor.post('/undo-email', { token });
}
