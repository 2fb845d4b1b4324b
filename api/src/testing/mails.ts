import { asc, eq } from 'drizzle-orm';
import { outgoingEmails } from '../db/schema.ts';
import type { Mail } from '../emails/layout.ts';
import { type TemplateName, templateOf } from '../emails/templates.ts';
import type { TestServer } from './server.ts';

/** The mails that were caused for somebody, oldest first, as they read. */
export async function mailsTo({ services }: TestServer, recipient: string): Promise<Mail[]> {
  const rows = await services.db
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.recipient, recipient))
    .orderBy(asc(outgoingEmails.createdAt), asc(outgoingEmails.cause));
  return rows.map(({ template, content }) =>
    templateOf(template as TemplateName).render(content as never, services.env.APP_URL),
  );
}

/** Their subjects in alphabetical order. */
export async function subjectsTo(server: TestServer, recipient: string): Promise<string[]> {
  return (await mailsTo(server, recipient)).map(({ subject }) => subject).toSorted();
}
