import { productName } from '../billing/lines.ts';
import { formatDate } from '../billing/money.ts';
import { liveSubscriptions } from '../billing/save-card.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cardFields, errorSummary, testCardHelp } from './card-fields.ts';
import { EMPTY, type Kept } from './card-form.ts';
import { priceText } from './checkout-view.ts';
import type { Errors } from './fields.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

type Session = Doc<'billing_portal.session'>;
type Subscription = Doc<'subscription'>;

/** The portal's own address for a session. */
export function portalPath(session: Session, step = ''): string {
  return `/p/session/${session.id}${step && `/${step}`}`;
}

/** A portal page: the way back to the merchant above, the panel below. */
export function portalPage(session: Session, title: string, content: Html, status = 200): Page {
  const body = html`
${session.return_url && html`<a class="back" href="${session.return_url}">← Go back</a>`}
<div class="panel">${content}</div>`;
  const leadsTo = [session.return_url, session.flow?.after_completion.redirect?.return_url ?? null];
  return { title: `${title} (test mode)`, body, width: 'narrow', status, leadsTo };
}

/** What the customer has, and what can be done about it. */
export function homePage(
  work: Work,
  session: Session,
  { notice, billing }: { notice: string | null; billing: Html | null },
): Page {
  const subscriptions = liveSubscriptions(work, session.customer);
  const content = html`
<h1>Your billing</h1>
<p class="price">${work.get('customer', session.customer).email}</p>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<div class="rows">
${subscriptions.map((subscription) => entry(work, session, subscription))}
${subscriptions.length === 0 && html`<p>You have no subscription.</p>`}
</div>
<a class="button plain" href="${portalPath(session, 'payment-method')}">Update payment method</a>
${billing}`;
  return portalPage(session, 'Your billing', content);
}

function entry(work: Work, session: Session, subscription: Subscription): Html {
  const [item] = subscription.items.data;
  if (!item) return html``;
  const name = productName(work, item);
  const path = (step: string) => portalPath(session, `${step}?subscription=${subscription.id}`);
  return html`<div class="entry">
<p><strong>${name}</strong></p>
<p>${priceText(item.price, item.quantity)}</p>
<p class="note">${standing(subscription)}</p>
${
  subscription.cancel_at === null
    ? html`<a href="${path('cancel')}">Cancel ${name}</a>`
    : html`<form method="post" action="${path('keep')}"><button class="plain">Keep ${name}</button></form>`
}</div>`;
}

function standing({ status, cancel_at, trial_end, items }: Subscription): string {
  if (cancel_at !== null) return `Ends on ${formatDate(cancel_at)}`;
  if (status === 'trialing' && trial_end) return `Free until ${formatDate(trial_end)}`;
  if (status === 'past_due') return 'Payment failed. Update your payment method.';
  return `Renews on ${formatDate(items.data[0]?.current_period_end ?? 0)}`;
}

/** The form for a new card. */
export function paymentMethodPage(
  session: Session,
  {
    kept = EMPTY,
    errors = new Map(),
    message = null,
    status = 200,
  }: { kept?: Kept; errors?: Errors; message?: string | null; status?: number } = {},
): Page {
  const content = html`
<h1>Update payment method</h1>
<p class="price">The new card is charged from now on.</p>
${errorSummary(errors, message)}
<form method="post" action="${portalPath(session, 'payment-method')}" novalidate>
${cardFields(kept, errors)}
<button type="submit">Save card</button>
</form>
${testCardHelp()}`;
  const wrong = errors.size > 0 || message;
  return portalPage(session, `${wrong ? 'Error: ' : ''}Update payment method`, content, status);
}

/** The question before a cancellation. */
export function cancelPage(work: Work, session: Session, subscription: Subscription): Page {
  const [item] = subscription.items.data;
  const name = item ? productName(work, item) : 'your subscription';
  const end = formatDate(item?.current_period_end ?? 0);
  const content = html`
<h1>Cancel ${name}</h1>
<p class="price">It stays yours until ${end}. After that it ends and you are not charged again.</p>
<form class="stack" method="post" action="${portalPath(session, `cancel?subscription=${subscription.id}`)}">
<button type="submit" class="danger">Cancel subscription</button>
<a class="button plain" href="${session.return_url ?? portalPath(session)}">Keep subscription</a>
</form>`;
  return portalPage(session, `Cancel ${name}`, content);
}
