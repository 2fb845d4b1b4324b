import { formatDate } from '../billing/money.ts';
import { WEBHOOK_MODES, webhookMode } from '../webhooks/enqueue.ts';
import type { Work } from '../work/work.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

const SHOWN = 25;

interface Delivery {
  state: string;
  attempts: number;
  answer: string | null;
}

/** The page of whoever runs the sandbox: the clock, the webhooks, what happened last. */
export function operatorPage(work: Work): Page {
  const now = work.now();
  const time = new Date(now * 1000).toISOString().slice(11, 16);
  const body = html`
<h1>Stripe sandbox</h1>
<p class="price">A local stand-in for Stripe. <a href="/sandbox/state">All resources as JSON</a></p>
<div class="sections">
<div class="columns">
<section class="panel" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p>It is <strong>${formatDate(now)}, ${time} UTC</strong>.</p>
<form method="post" action="/operator/clock" class="inline">
<div><label for="days">Days forward</label><input type="number" id="days" name="days" value="1" min="1" max="3660" required></div>
<button type="submit">Move the clock</button>
</form>
</section>
<section class="panel" aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
${endpoints(work)}
<form method="post" action="/operator/webhooks" class="inline">
<div><label for="mode">Delivery</label><select id="mode" name="mode">${modes(work)}</select></div>
<button type="submit" class="plain">Set</button>
</form>
</section>
</div>
<section class="panel" aria-labelledby="events">
<h2 id="events">Latest events</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Events, scrolls sideways">${eventTable(work)}</div>
</section>
</div>`;
  return { title: 'Stripe sandbox', body };
}

function endpoints(work: Work): Html {
  const known = work.store.all('webhook_endpoint');
  if (known.length === 0) return html`<p>No endpoint is registered.</p>`;
  return html`<p>${known.map(({ url, status }) => html`<code>${url}</code> (${status}) `)}</p>`;
}

function modes(work: Work): Html[] {
  const current = webhookMode(work.store);
  return WEBHOOK_MODES.map(
    (mode) => html`<option value="${mode}"${mode === current && html` selected`}>${mode}</option>`,
  );
}

function eventTable(work: Work): Html {
  const events = work.store.select('event', [], { limit: SHOWN });
  const find = work.store.database.prepare(
    'SELECT state, attempts, answer FROM deliveries WHERE event = ? ORDER BY seq',
  );
  const rows = events.map((event) => {
    const deliveries = find.all(event.id) as unknown as Delivery[];
    const told = deliveries.map(({ state, attempts, answer }) =>
      state === 'pending' && attempts > 0 ? `waiting after ${attempts} × ${answer}` : state,
    );
    const when = new Date(event.created * 1000).toISOString().slice(0, 16).replace('T', ' ');
    const object = (event.data.object as { id?: string }).id;
    return html`<tr><td>${when}</td><td>${event.type}</td><td><code>${object?.slice(0, 32)}</code></td><td>${told.join(', ') || 'no endpoint'}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Event</th><th scope="col">Resource</th><th scope="col">Delivery</th></tr></thead>
<tbody>${rows.length > 0 ? rows : html`<tr><td colspan="4">Nothing has happened yet.</td></tr>`}</tbody></table>`;
}
