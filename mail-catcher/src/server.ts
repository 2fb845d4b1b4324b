import { startSmtp } from './smtp.ts';
import { openStore } from './store.ts';
import { startWeb } from './web.ts';

export type MailCatcherOptions = {
  /** Port of the page and the API; 0 takes a free one. */
  webPort?: number;
  /** Port of the SMTP server; 0 takes a free one. */
  smtpPort?: number;
  /** SQLite file that keeps the mails over a restart; ':memory:' by default. */
  dataFile?: string;
  log?: (line: string) => void;
};

/**
 * Starts a local mailbox: it takes every mail over SMTP and shows it, and sends none on. It answers
 * on loopback only. Rejects when a port is taken or the file cannot be opened.
 */
export async function startMailCatcher(options: MailCatcherOptions = {}) {
  const { webPort = 0, smtpPort = 0, dataFile = ':memory:', log = () => {} } = options;
  const store = openStore(dataFile);
  const started: Array<{ close: () => Promise<unknown> }> = [];
  const close = async () => {
    await Promise.all(started.map((part) => part.close()));
    store.close();
  };

  try {
    const web = await startWeb(store, webPort);
    started.push(web);
    const smtp = await startSmtp(store, smtpPort, log);
    started.push(smtp);
    return {
      webUrl: `http://localhost:${web.port}`,
      smtpUrl: `smtp://localhost:${smtp.port}`,
      webPort: web.port,
      smtpPort: smtp.port,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
