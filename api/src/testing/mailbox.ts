import { startMailCatcher } from 'mail-catcher';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import { type MoodySmtp, startMoodySmtp } from './smtp.ts';

export type Mailbox = Awaited<ReturnType<typeof startMailCatcher>>;

interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The whole product with a mailbox that its mails reach, which closes with the server. */
export async function startServerWithMailbox(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; mailbox: Mailbox }> {
  const mailbox = await startMailCatcher({ webPort: 0, smtpPort: 0 });
  const server = await startTestServer({ ...settings, SMTP_URL: mailbox.smtpUrl });
  const close = async () => {
    await server.close();
    await mailbox.close();
  };
  return { server: { ...server, close }, mailbox };
}

/** The whole product with a mail server that fails when told to, which closes with it. */
export async function startServerWithMoodySmtp(): Promise<{ server: TestServer; smtp: MoodySmtp }> {
  const smtp = await startMoodySmtp();
  const server = await startTestServer({ SMTP_URL: smtp.url });
  const close = async () => {
    await server.close();
    await smtp.close();
  };
  return { server: { ...server, close }, smtp };
}

/** The mails that have arrived, newest first: all, or those to one address. */
export async function arrived(mailbox: Mailbox, address?: string): Promise<Message[]> {
  const query = address === undefined ? '' : `?to=${encodeURIComponent(address)}`;
  const answer = await fetch(`${mailbox.webUrl}/api/messages${query}`);
  const mails = (await answer.json()) as Message[];
  // As it is written here, and to nobody else.
  return mails.filter(({ to }) => address === undefined || to === address);
}

/** The mail to an address whose subject begins so, once it has arrived. */
export async function untilMail(
  mailbox: Mailbox,
  address: string,
  subject: string,
): Promise<Message> {
  const find = async () =>
    (await arrived(mailbox, address)).find((mail) => mail.subject.startsWith(subject));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return (await find()) as Message;
}
