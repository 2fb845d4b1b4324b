import type { startMailCatcher } from 'mail-catcher';

type Mailbox = Awaited<ReturnType<typeof startMailCatcher>>;

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mails that have arrived, newest first: all, or those to one address. */
export async function arrived(mailbox: Mailbox, address?: string): Promise<Message[]> {
  const answer = await fetch(`${mailbox.webUrl}/api/messages`);
  const all = (await answer.json()) as Message[];
  return address ? all.filter(({ to }) => to === address) : all;
}
