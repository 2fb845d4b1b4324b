import { startSandbox } from './server.ts';

const { env } = process;

const write = (line: string) => process.stdout.write(`stripe-sandbox: ${line}\n`);

const sandbox = await startSandbox({
  port: Number(env.STRIPE_SANDBOX_PORT ?? 12_111),
  dataFile: env.STRIPE_SANDBOX_DATA ?? '.data/stripe-sandbox.sqlite',
  log: write,
  ...(env.STRIPE_WEBHOOK_URL && { webhookUrl: env.STRIPE_WEBHOOK_URL }),
  ...(env.STRIPE_WEBHOOK_SECRET && { webhookSecret: env.STRIPE_WEBHOOK_SECRET }),
});

write(`listening on ${sandbox.url}`);
process.send?.({ ready: true, url: sandbox.url });

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  await sandbox.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
