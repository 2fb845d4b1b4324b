import type { FastifyInstance, FastifyReply } from 'fastify';
import { isDisputable, openDispute } from '../billing/open-dispute.ts';
import { DAY } from '../clock/day.ts';
import { moveClock } from '../clock/move-clock.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import { releaseClock } from '../clock/test-clock.ts';
import type { Kind } from '../store/documents.ts';
import { WEBHOOK_MODES } from '../webhooks/enqueue.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import { isLocal } from './loopback.ts';

const CENTURY = 100 * 366 * DAY;

const COLLECTIONS: Record<string, Kind> = {
  billing_portal_configurations: 'billing_portal.configuration',
  billing_portal_sessions: 'billing_portal.session',
  charges: 'charge',
  checkout_sessions: 'checkout.session',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  invoice_payments: 'invoice_payment',
  invoiceitems: 'invoiceitem',
  invoices: 'invoice',
  payment_intents: 'payment_intent',
  payment_methods: 'payment_method',
  prices: 'price',
  products: 'product',
  refunds: 'refund',
  setup_intents: 'setup_intent',
  subscription_schedules: 'subscription_schedule',
  subscriptions: 'subscription',
  test_clocks: 'test_helpers.test_clock',
  webhook_endpoints: 'webhook_endpoint',
};

/** Serves the JSON switches: clock, webhook mode, state. */
export function serveSwitches(app: FastifyInstance, sandbox: Sandbox, scheduler: Scheduler): void {
  const refuse = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send({ error: { message } });

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request, sandbox.publicUrl)) return refuse(reply, 403, 'Loopback only.');
      const type = request.headers['content-type'] ?? '';
      if (request.method === 'POST' && !/^application\/json\b/.test(type)) {
        return refuse(reply, 415, 'Send application/json.');
      }
    });
    scope.get('/sandbox/clock', async () => ({ now: sandbox.clock.now() }));
    scope.post('/sandbox/clock', async (request, reply) => {
      const instant = target(request.body, sandbox.clock.now());
      if (instant === null) {
        return refuse(
          reply,
          400,
          'Send one of advance_days, advance_seconds, advance_to, moving forward.',
        );
      }
      await moveClock(sandbox, scheduler, instant);
      return { now: sandbox.clock.now() };
    });
    scope.get('/sandbox/webhooks', async () => ({
      mode: sandbox.store.setting('webhook_mode') ?? 'normal',
    }));
    scope.post('/sandbox/webhooks', async (request, reply) => {
      const wanted = (request.body as { mode?: unknown } | null)?.mode;
      const mode = WEBHOOK_MODES.find((name) => name === wanted);
      if (!mode) return refuse(reply, 400, `mode must be one of ${WEBHOOK_MODES.join(', ')}.`);
      transact(sandbox, (work) => work.store.setSetting('webhook_mode', mode));
      return { mode };
    });
    scope.post('/sandbox/rate_limit', async (request, reply) => {
      const asked = (request.body ?? {}) as Record<string, unknown>;
      const [refuse_next, per_second] = [number(asked.refuse_next) ?? 0, number(asked.per_second)];
      if (refuse_next < 0 || (per_second ?? 1) < 1) {
        return refuse(reply, 400, 'Send refuse_next, per_second or both, as positive numbers.');
      }
      sandbox.rateLimit.set(refuse_next, per_second);
      return { refuse_next, per_second };
    });
    scope.post('/sandbox/disputes', async (request, reply) => {
      const { charge: id, subscription = 'ends' } = (request.body ?? {}) as Record<string, unknown>;
      const charge = sandbox.store.find('charge', String(id));
      if (!charge || !isDisputable(charge)) {
        return refuse(reply, 400, 'charge must be one that was paid and can still be disputed.');
      }
      if (subscription !== 'ends' && subscription !== 'stays') {
        return refuse(reply, 400, 'subscription must be ends or stays.');
      }
      return transact(sandbox, (work) => openDispute(work, charge, subscription));
    });
    scope.post('/sandbox/test_clocks/:id/release', async (request) => {
      const { id } = request.params as { id: string };
      transact(sandbox, (work) => releaseClock(work, id));
      scheduler.kick();
      return { id, released: true };
    });
    scope.get('/sandbox/state', async () =>
      Object.fromEntries(
        Object.entries(COLLECTIONS).map(([name, kind]) => [name, sandbox.store.all(kind)]),
      ),
    );
  });
}

/** The instant a clock request asks for, or null when it makes no sense. */
function target(body: unknown, now: number): number | null {
  const asked = (body ?? {}) as Record<string, unknown>;
  const days = number(asked.advance_days);
  const seconds = days === null ? number(asked.advance_seconds) : days * DAY;
  const instant = seconds === null ? number(asked.advance_to) : now + seconds;
  if (instant === null || instant < now || instant > now + CENTURY) return null;
  return Math.round(instant);
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
