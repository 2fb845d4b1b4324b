import { resolve } from 'node:path';
import { root } from '../lib/paths.ts';

type Environment = Record<string, string | undefined>;

const DEFAULT_PORTS = {
  PORT: 3000,
  STRIPE_SANDBOX_PORT: 12111,
  MAIL_WEB_PORT: 1080,
  MAIL_SMTP_PORT: 1025,
  EXAMPLE_PRODUCT_PORT: 3100,
};

export type PortName = keyof typeof DEFAULT_PORTS;
export type Settings = ReturnType<typeof readSettings>;

/**
 * What `npm start` has to start, read from the environment: the ports, the data folder, and which
 * helpers stand in for services that are not configured. Throws an error that names a wrong setting.
 */
export function readSettings(env: Environment) {
  const sandbox = !env.STRIPE_SECRET_KEY;
  const mailCatcher = !env.SMTP_URL;
  const example = sandbox && env.EXAMPLE_PRODUCT !== 'false';
  // Without a setting it gives way to whatever is there, such as that of another `npm start`.
  const isExampleAsked = example && Boolean(env.EXAMPLE_PRODUCT_PORT);
  const used: PortName[] = [
    'PORT',
    ...(sandbox ? (['STRIPE_SANDBOX_PORT'] as const) : []),
    ...(mailCatcher ? (['MAIL_WEB_PORT', 'MAIL_SMTP_PORT'] as const) : []),
    ...(isExampleAsked ? (['EXAMPLE_PRODUCT_PORT'] as const) : []),
  ];
  const port = (name: PortName) => readPort(name, env[name]);
  refuseSharedPorts(used, port);
  return {
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    appUrl: env.APP_URL || `http://localhost:${port('PORT')}`,
    sandbox,
    mailCatcher,
    example,
    used,
    port,
  };
}

function readPort(name: PortName, given: string | undefined): number {
  if (!given) return DEFAULT_PORTS[name];
  const port = Number(given);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name}=${given} is not a port. Give a number from 1 to 65535.`);
}

function refuseSharedPorts(names: PortName[], port: (name: PortName) => number): void {
  const owners = new Map<number, PortName>();
  for (const name of names) {
    const owner = owners.get(port(name));
    if (owner) throw new Error(`${owner} and ${name} are both ${port(name)}. Change one of them.`);
    owners.set(port(name), name);
  }
}
