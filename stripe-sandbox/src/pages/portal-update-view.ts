import type { ProrationBehaviour } from '../billing/change-subscription.ts';
import { itemAmount, productName } from '../billing/lines.ts';
import { formatDate, formatMoney } from '../billing/money.ts';
import { type ChangePlan, planChange } from '../billing/plan-change.ts';
import { type Preview, previewInvoice } from '../billing/preview-invoice.ts';
import type { Doc, SubscriptionItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { errorSummary } from './card-fields.ts';
import { priceText } from './checkout-view.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';
import { portalPage, portalPath } from './portal-view.ts';

type Session = Doc<'billing_portal.session'>;

/** The proration rule of the configuration a session uses. */
export function prorationRule(work: Work, session: Session): ProrationBehaviour {
  const { features } = work.get('billing_portal.configuration', session.configuration);
  return features.subscription_update.proration_behavior;
}

/** What the change comes to, and the button that makes it. */
export function updateConfirmPage(
  work: Work,
  session: Session,
  subscription: Doc<'subscription'>,
  refused: string | null,
): Page {
  const items = session.flow?.subscription_update_confirm?.items ?? [];
  const changes = items.map(({ id, price, quantity }) => ({ id, price, quantity }));
  const behaviour = prorationRule(work, session);
  const at = work.now(subscription.customer);
  const plan = planChange(work, subscription, changes, { prorate: behaviour !== 'none', at });
  const content = html`
<h1>Confirm your new plan</h1>
${errorSummary(new Map(), refused)}
<div class="rows">
${subscription.items.data.map((item) => row('From', work, item))}
${plan.items.map((item) => row('To', work, item))}
${dueRows(work, subscription, plan, { changes, behaviour, at })}
${nextRow(subscription, plan.items)}
</div>
<form class="stack" method="post" action="${portalPath(session, 'update')}">
<button type="submit">Confirm</button>
<a class="button plain" href="${session.return_url ?? portalPath(session)}">Keep my current plan</a>
</form>`;
  const title = `${refused ? 'Error: ' : ''}Confirm your new plan`;
  return portalPage(session, title, content, refused ? 402 : 200);
}

function row(label: string, work: Work, item: SubscriptionItem): Html {
  return html`<p class="row stacked"><span>${label}</span> <strong>${productName(work, item)}, ${priceText(item.price, item.quantity)}</strong></p>`;
}

function dueRows(
  work: Work,
  subscription: Doc<'subscription'>,
  { lines, newCycle }: ChangePlan,
  preview: Preview,
): Html {
  const { currency } = subscription;
  const today = newCycle || (preview.behaviour === 'always_invoice' && lines.length > 0);
  const due = today ? previewInvoice(work, subscription, preview).amount_due : 0;
  const rows = lines.map(
    (line) =>
      html`<p class="row"><span>${line.description}</span> <strong class="amount">${formatMoney(line.amount, currency)}</strong></p>`,
  );
  return html`${rows}<p class="row total"><span>Amount due today</span> <strong class="amount">${formatMoney(due, currency)}</strong></p>`;
}

function nextRow(subscription: Doc<'subscription'>, items: readonly SubscriptionItem[]): Html {
  const next = formatDate(items[0]?.current_period_end ?? 0);
  const amount = items.reduce((sum, item) => sum + itemAmount(item), 0);
  const label = subscription.status === 'trialing' ? 'First charge on' : 'Next charge on';
  return html`<p class="row"><span>${label} ${next}</span> <strong class="amount">${formatMoney(amount, subscription.currency)}</strong></p>`;
}
