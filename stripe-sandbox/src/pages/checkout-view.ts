import { dueNow, trialEndOf } from '../billing/complete-checkout.ts';
import { formatDate, formatMoney } from '../billing/money.ts';
import { lineItemsOf } from '../shapes/checkout-line-item.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cardFields, type Errors, emailField, errorSummary, testCardHelp } from './card-fields.ts';
import type { Kept } from './card-form.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

type Session = Doc<'checkout.session'>;

/** What the customer typed and what was wrong with it. */
export interface Attempted {
  kept: Kept;
  errors: Errors;
  message: string | null;
  status: number;
}

/** '£250.00 per year', from a recurring price. */
export function priceText(price: Doc<'price'>, quantity = 1): string {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  const cycle = count === 1 ? interval : `${count} ${interval}s`;
  return `${formatMoney((price.unit_amount ?? 0) * quantity, price.currency)} per ${cycle}`;
}

/** Whether the page asks for a card at all. */
export function asksForCard(work: Work, session: Session): boolean {
  return session.payment_method_collection !== 'if_required' || trialEndOf(work, session) === null;
}

/** The checkout page of an open session. */
export function checkoutPage(work: Work, session: Session, attempted: Attempted): Page {
  const { errors, message, kept } = attempted;
  const trialEnd = trialEndOf(work, session);
  const action = trialEnd === null ? 'Subscribe' : 'Start trial';
  const wrong = errors.size > 0 || message !== null;
  const words = session.custom_text.submit?.message;
  const body = html`
${session.cancel_url && html`<a class="back" href="${session.cancel_url}">← Cancel and go back</a>`}
<div class="columns">
${summary(work, session, trialEnd)}
<section class="panel" aria-labelledby="pay">
<h2 id="pay">${asksForCard(work, session) ? 'Pay with card' : 'Confirm'}</h2>
${errorSummary(errors, message)}
<form method="post" action="/c/pay/${session.id}" novalidate>
${session.customer_details?.email ? null : emailField(kept, errors)}
${asksForCard(work, session) && cardFields(kept, errors)}
${termsField(session, errors)}
${words && html`<p class="note">${words}</p>`}
<button type="submit">${action}</button>
</form>
${testCardHelp()}
</section>
</div>`;
  const title = `${wrong ? 'Error: ' : ''}${action === 'Subscribe' ? 'Subscribe' : 'Start your trial'}`;
  const leadsTo = [session.success_url];
  return { title: `${title} (test mode)`, body, leadsTo, status: attempted.status };
}

function summary(work: Work, session: Session, trialEnd: number | null): Html {
  const items = lineItemsOf(work, session.id);
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const currency = session.currency ?? 'gbp';
  const first = items[0];
  const email = session.customer_details?.email;
  const price = first?.price ? priceText(first.price, first.quantity ?? 1) : '';
  const due = trialEnd ? 0 : dueNow(work, session);
  const days = trialEnd && Math.round((trialEnd - work.now(session.customer)) / 86_400);
  return html`<section class="panel bare" aria-label="Your order">
<h1>${items.map((item) => item.description).join(', ')}</h1>
${days ? html`<p class="big">${days} ${days === 1 ? 'day' : 'days'} free</p><p class="price">Then <span>${price}</span></p>` : html`<p class="big">${price}</p>`}
<div class="rows">
${email && html`<p class="row stacked"><span>Email</span> <strong>${email}</strong></p>`}
${trialEnd && html`<p class="row"><span>First charge on ${formatDate(trialEnd)}</span> <strong class="amount">${formatMoney(total, currency)}</strong></p>`}
${due < total && !trialEnd && html`<p class="row"><span>Applied balance</span> <strong class="amount">${formatMoney(due - total, currency)}</strong></p>`}
<p class="row total"><span>Total due today</span> <strong class="amount">${formatMoney(due, currency)}</strong></p>
</div>
</section>`;
}

function termsField(session: Session, errors: Errors): Html | null {
  if (session.consent_collection?.terms_of_service !== 'required') return null;
  const text =
    session.custom_text.terms_of_service_acceptance?.message ?? 'I agree to the terms of service.';
  const error = errors.get('terms');
  return html`<div class="field"><label class="check" for="terms">
<input type="checkbox" id="terms" name="terms" value="yes"${error && html` aria-invalid="true" aria-describedby="terms-error"`}><span>${text}</span></label>
${error && html`<span class="error" id="terms-error">${error}</span>`}</div>`;
}

/**
 * The step that stands for the bank asking its customer.
 * @param path of the page; the answer goes to it
 */
export function authenticationPage(path: string, leadsTo: string | null = null): Page {
  const body = html`<div class="panel">
<h1>Confirm with your bank</h1>
<p class="price">This test card asks for authentication. Choose what the bank answers.</p>
<form class="stack" method="post" action="${path}">
<button type="submit" name="outcome" value="complete">Complete</button>
<button type="submit" class="plain" name="outcome" value="fail">Fail</button>
</form></div>`;
  const title = 'Confirm with your bank (test mode)';
  return { title, body, width: 'narrow', leadsTo: [leadsTo] };
}
