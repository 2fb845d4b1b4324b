import type { FastifyInstance, FastifyReply } from 'fastify';
import { DAY } from '../clock/day.ts';
import { moveClock } from '../clock/move-clock.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import { WEBHOOK_MODES } from '../webhooks/enqueue.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import { textOf } from './card-form.ts';
import { messagePage, sendPage } from './layout.ts';
import { operatorPage } from './operator-view.ts';

const TEN_YEARS = 3660;

/** Serves the operator's page and its two forms. */
export function serveOperator(app: FastifyInstance, sandbox: Sandbox, scheduler: Scheduler): void {
  app.get('/', (_, reply) => sendPage(reply, transact(sandbox, operatorPage)));
  app.post('/operator/clock', async (request, reply) => {
    const days = Number(textOf(request.body, 'days'));
    if (!(days > 0 && days <= TEN_YEARS))
      return badForm(reply, 'Give a number of days from 1 to 3660.');
    await moveClock(sandbox, scheduler, sandbox.clock.now() + Math.round(days * DAY));
    return reply.redirect('/', 303);
  });
  app.post('/operator/webhooks', async (request, reply) => {
    const mode = WEBHOOK_MODES.find((name) => name === textOf(request.body, 'mode'));
    if (!mode) return badForm(reply, 'There is no such mode.');
    transact(sandbox, (work) => work.store.setSetting('webhook_mode', mode));
    return reply.redirect('/', 303);
  });
}

function badForm(reply: FastifyReply, text: string): FastifyReply {
  const page = messagePage('That did not work', text, { href: '/', label: 'Go back' });
  return sendPage(reply, { ...page, status: 422 });
}
