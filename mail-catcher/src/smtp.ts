import PostalMime, { type Attachment as ParsedAttachment } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { listenOnLoopback } from './loopback.ts';
import type { Attachment } from './message.ts';
import type { Store } from './store.ts';

const MAX_MAIL_BYTES = 20 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 2_000;

async function keep(stream: SMTPServerDataStream, session: SMTPServerSession, store: Store) {
  const raw = await stream.toArray();
  if (stream.sizeExceeded) {
    throw Object.assign(new Error('The message is too large'), { responseCode: 552 });
  }
  const mail = await PostalMime.parse(Buffer.concat(raw));
  store.add({
    at: dateOf(mail.date),
    // The envelope, not the header: it also names the blind copies.
    to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(attachmentOf),
  });
}

function attachmentOf({ filename, mimeType, content }: ParsedAttachment): Attachment {
  const bytes =
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return {
    filename: filename ?? 'unnamed',
    contentType: mimeType,
    content: bytes.toString(mimeType.startsWith('text/') ? 'utf8' : 'base64'),
  };
}

/** The date that the mail bears, as a mailbox shows it; now where it bears none. */
function dateOf(header: string | undefined): string {
  const date = new Date(header ?? Number.NaN);
  return (Number.isNaN(date.getTime()) ? new Date() : date).toISOString();
}

/**
 * Starts the SMTP side on loopback. A mail is answered with OK only after it is stored; one that
 * cannot be stored is refused, so that the sender tries again.
 */
export async function startSmtp(store: Store, port: number, log: (line: string) => void) {
  const build = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: MAX_MAIL_BYTES,
      closeTimeout: CLOSE_TIMEOUT_MS,
      onData(stream, session, done) {
        keep(stream, session, store).then(
          () => done(),
          (error: Error) => {
            log(`mail refused: ${error.message}`);
            done(error);
          },
        );
      },
    }).on('error', (error) => log(`SMTP: ${error.message}`));

  const servers = [build(), build()] as const;
  const [ipv4, ipv6] = servers;
  const taken = await listenOnLoopback(ipv4.server, ipv6.server, port);
  const close = (server: SMTPServer) =>
    server.server.listening ? new Promise<void>((done) => server.close(done)) : undefined;
  return { port: taken, close: () => Promise.all(servers.map(close)) };
}
