import { secondsSince } from '../lib/seconds.ts';
import type { Settings } from './settings.ts';

/** The closing lines of a start: every address, and on the last line Ready with the demo logins. */
export function welcome(settings: Settings, began: number): string {
  const { appUrl, sandbox, mailCatcher, example, port, dataDir } = settings;
  const lines = [
    ['App', appUrl],
    ...(sandbox ? [['Stripe sandbox', `http://localhost:${port('STRIPE_SANDBOX_PORT')}`]] : []),
    ...(mailCatcher ? [['Mail catcher', `http://localhost:${port('MAIL_WEB_PORT')}`]] : []),
    ...(example ? [['Example product', `http://localhost:${port('EXAMPLE_PRODUCT_PORT')}`]] : []),
    ['Data and logs', dataDir],
  ];
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(15)} ${value}`).join('\n');
  const logins = sandbox
    ? ' Log in as admin@demo.test or user@demo.test with the password Demo-1234!'
    : '';
  return `\n${table}\n\nReady in ${secondsSince(began)}: ${appUrl}${logins}\n`;
}
