interface Received {
  to: string;
  /** Made of the mail's cause: the same each time that it is sent. */
  messageId: string;
  raw: string;
}

const subjectOf = ({ raw }: Received): string => /^Subject: *(.*)/im.exec(raw)?.[1] ?? '';

export const welcomesOf = (all: Received[], email: string): Received[] =>
  all.filter((mail) => mail.to === email && /Welcome/i.test(subjectOf(mail)));

/** Who was sent more mails, by our rows, than came to them: each is for a cause of its own. */
export function missingMails(
  all: Received[],
  sent: { recipient: string; count: number }[],
): string[] {
  const came = Map.groupBy(all, ({ to }) => to);
  return sent.flatMap(({ recipient, count }) => {
    const causes = new Set((came.get(recipient) ?? []).map(({ messageId }) => messageId));
    return causes.size < count ? [`${count - causes.size} mails to ${recipient}`] : [];
  });
}

/** The mails that came more than once for one cause, each with whom it was for and how often it came. */
export function repeatedMails(all: Received[]): string[] {
  const copies = Map.groupBy(all, ({ to, messageId }) => `${to} ${messageId}`);
  return [...copies.values()]
    .filter(({ length }) => length > 1)
    .map(
      (same) => `mail '${subjectOf(same[0] as Received)}' to ${same[0]?.to}, ${same.length} times`,
    );
}
