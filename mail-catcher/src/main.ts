import { startMailCatcher } from './server.ts';

const { MAIL_WEB_PORT, MAIL_SMTP_PORT, MAIL_DATA } = process.env;

const catcher = await startMailCatcher({
  webPort: Number(MAIL_WEB_PORT || 1080),
  smtpPort: Number(MAIL_SMTP_PORT || 1025),
  dataFile: MAIL_DATA || '.data/mail.sqlite',
  log: (line) => process.stderr.write(`${line}\n`),
});

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  await catcher.close();
  process.exit();
};
for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(reason, stop);

process.stdout.write(`Mail catcher on ${catcher.webUrl}, ${catcher.smtpUrl}\n`);
process.send?.({ ready: true, url: catcher.webUrl });
