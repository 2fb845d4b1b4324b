import pg from 'pg';
import { startSandbox } from 'stripe-sandbox';
import { startMoodySmtp } from '../../../api/src/testing/smtp.ts';
import { startTcpProxy } from '../../../api/src/testing/tcp-proxy.ts';
import { startBalancer } from './balancer.ts';
import { type DatabaseNeeds, startFrailDatabase } from './database.ts';
import { usualPorts } from './lanes.ts';
import { startMoodyStripe } from './moody-stripe.ts';
import { startCluster } from './patroni.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { bundleReleaseBefore } from './release-before.ts';
import { startServers } from './servers.ts';

export const webhookSecret = 'whsec_faults_0123456789abcdef';
export const password = 'Faults-Retina-77';
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** What runs already and is shared: a PostgreSQL with an empty database, and programs that were bundled. */
interface Given {
  databaseUrl: string;
  programs: string;
  ports: number[];
}

/** What of a stage is not as usual. */
export interface StageNeeds {
  given?: Given;
  database?: DatabaseNeeds;
  /** A primary and its replica in the place of the one PostgreSQL. */
  cluster?: boolean;
  /** What stands between the processes and the database. */
  between?: 'network' | 'pgbouncer';
  /** How far the clock of each process is ahead, in minutes. */
  minutesAhead?: number[];
  /** How many processes; three, unless said otherwise. */
  processes?: number;
  /** Lists of the admins' are read from the replica. */
  readsReplica?: boolean;
  /** The processes begin as those of the release before. */
  releaseBefore?: boolean;
}

/** How the processes reach their database, and all that can be done to it. */
async function startDatabase({ given, cluster: isCluster, database: needs, between }: StageNeeds) {
  const cluster = isCluster ? await startCluster() : undefined;
  const database = given || cluster ? undefined : await startFrailDatabase(needs);
  const port = database?.port ?? Number(given && new URL(given.databaseUrl).port);
  const network = between === 'network' ? await startTcpProxy(port) : undefined;
  const pgbouncer = between === 'pgbouncer' ? await startPgbouncer(port) : undefined;
  const direct = given?.databaseUrl ?? cluster?.url ?? database?.url ?? '';
  const through = new URL(direct);
  if (network) through.port = String(network.port);
  const url = pgbouncer?.url ?? through.href;
  return {
    ...{ cluster, database, network, pgbouncer, direct, url },
    async stop() {
      await network?.close();
      await pgbouncer?.close();
      await database?.stop();
      await cluster?.stop();
    },
  };
}

/** Three processes behind a balancer, PostgreSQL, Stripe and a mail server, each of which can fail. */
export async function startStage(needs: StageNeeds = {}) {
  const { given } = needs;
  const ports = given?.ports ?? usualPorts.slice(0, needs.processes ?? 3);
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const before = needs.releaseBefore ? await bundleReleaseBefore() : undefined;
    const data = await startDatabase(needs);
    stops.push(() => data.stop());
    const balancer = await startBalancer(ports, given !== undefined);
    stops.push(() => balancer.close());
    const smtp = await startMoodySmtp();
    stops.push(() => smtp.close());
    const sandbox = await startSandbox({
      webhookUrl: `${balancer.url}/api/webhooks/stripe`,
      webhookSecret,
      retryDelaysMs: [200, 500, 1_000, 2_000],
      // In bursts, as Stripe does.
      deliveriesAtOnce: 20,
    });
    stops.push(() => sandbox.close());
    const stripe = await startMoodyStripe(sandbox.url);
    stops.push(() => stripe.close());
    const settings = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      APP_URL: balancer.url,
      DATABASE_URL: data.url,
      JWT_SECRET: Buffer.alloc(32, 5).toString('base64url'),
      PRODUCT_LOGIN_KEYS: Buffer.alloc(32, 6).toString('base64url'),
      STRIPE_SECRET_KEY: 'sk_test_faults',
      STRIPE_API_URL: stripe.url,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      SMTP_URL: smtp.url,
      // One address stands for all visitors here: its limits are as wide as the demo's.
      DEMO: 'true',
      DEMO_HISTORY: 'false',
      STOP_DELAY_SECONDS: '1',
      LOG_LEVEL: 'info',
      DATABASE_READ_URL: needs.readsReplica ? ((await data.cluster?.replicaUrl()) ?? '') : '',
    };
    const { minutesAhead } = needs;
    const programs = given?.programs;
    const servers = await startServers(ports, settings, { programs, before, minutesAhead });
    stops.push(() => servers.stop());
    // The first process to be ready has made the tables; the demo's products are at the sandbox.
    const pool = new pg.Pool({ connectionString: data.direct, max: 3 });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    stops.push(() => pool.end());
    return { ports, balancer, smtp, sandbox, stripe, servers, pool, data, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
