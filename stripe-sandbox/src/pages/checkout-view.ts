import { taxIdsOf } from '../billing/billing-details.ts';
import { dueNow, orderOf } from '../billing/checkout-order.ts';
import { trialEndOf } from '../billing/complete-checkout.ts';
import { formatDate, formatMoney } from '../billing/money.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { type Asked, billingFields, type Typed, typedOf } from './billing-fields.ts';
import { cardFields, emailField, errorSummary, testCardHelp } from './card-fields.ts';
import type { Kept } from './card-form.ts';
import type { Errors } from './fields.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

type Session = Doc<'checkout.session'>;

/** What the customer typed and what was wrong with it. */
export interface Attempted {
  kept: Kept;
  /** What was typed of the address and the business; null before anything was. */
  typed: Typed | null;
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

/** What of its customer a session asks for. */
export function asksFor(session: Session): Asked {
  return {
    address: session.billing_address_collection === 'required' || session.automatic_tax.enabled,
    business: session.tax_id_collection?.enabled === true,
  };
}

/** What is known of a session's customer before anything is typed. */
function knownTo(work: Work, { customer: id }: Session): Typed {
  const customer = work.store.find('customer', id ?? '');
  const [taxId] = customer ? taxIdsOf(work, customer.id) : [];
  return typedOf({
    address: customer?.address ?? null,
    businessName: taxId ? (customer?.name ?? null) : null,
    taxId: taxId ?? null,
  });
}

/** The checkout page of an open session. */
export function checkoutPage(work: Work, session: Session, attempted: Attempted): Page {
  const { errors, message, kept } = attempted;
  const typed = attempted.typed ?? knownTo(work, session);
  const trialEnd = trialEndOf(work, session);
  const action = trialEnd === null ? 'Subscribe' : 'Start trial';
  const wrong = errors.size > 0 || message !== null;
  const words = session.custom_text.submit?.message;
  const body = html`
${session.cancel_url && html`<a class="back" href="${session.cancel_url}">← Cancel and go back</a>`}
<div class="columns">
${summary(work, session, { trialEnd, country: typed.country })}
<section class="panel" aria-labelledby="pay">
<h2 id="pay">${asksForCard(work, session) ? 'Pay with card' : 'Confirm'}</h2>
${errorSummary(errors, message)}
<form method="post" action="/c/pay/${session.id}" novalidate>
${session.customer_details?.email ? null : emailField(kept, errors)}
${asksForCard(work, session) && cardFields(kept, errors)}
${billingFields(asksFor(session), typed, errors)}
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

function summary(
  work: Work,
  session: Session,
  { trialEnd, country }: { trialEnd: number | null; country: string },
): Html {
  const order = orderOf(work, session, country);
  const { lines, total, discount, tax, rate } = order;
  const currency = session.currency ?? 'gbp';
  const [first] = lines;
  const email = session.customer_details?.email;
  const price = first ? priceText(first.price, first.quantity) : '';
  const due = trialEnd ? 0 : dueNow(work, session, country);
  const days = trialEnd && Math.round((trialEnd - work.now(session.customer)) / 86_400);
  return html`<section class="panel bare" aria-label="Your order">
<h1>${lines.map((line) => work.get('product', line.price.product).name).join(', ')}</h1>
${days ? html`<p class="big">${days} ${days === 1 ? 'day' : 'days'} free</p><p class="price">Then <span>${price}</span></p>` : html`<p class="big">${price}</p>`}
<div class="rows">
${email && html`<p class="row stacked"><span>Email</span> <strong>${email}</strong></p>`}
${discount > 0 && html`<p class="row"><span>Discount</span> <strong class="amount">${formatMoney(-discount, currency)}</strong></p>`}
${rate !== null && taxRows({ total, tax, rate }, currency)}
${trialEnd && html`<p class="row"><span>First charge on ${formatDate(trialEnd)}</span> <strong class="amount">${formatMoney(total, currency)}</strong></p>`}
${due < total && !trialEnd && html`<p class="row"><span>Applied balance</span> <strong class="amount">${formatMoney(due - total, currency)}</strong></p>`}
<p class="row total"><span>Total due today</span> <strong class="amount">${formatMoney(due, currency)}</strong></p>
</div>
</section>`;
}

/** What of the price is tax: '£208.33', '£41.67'. */
export function taxRows(
  { total, tax, rate }: { total: number; tax: number; rate: number },
  currency: string,
): Html {
  return html`<p class="row"><span>Excluding VAT</span> <strong class="amount">${formatMoney(total - tax, currency)}</strong></p>
<p class="row"><span>VAT (${rate}%)</span> <strong class="amount">${formatMoney(tax, currency)}</strong></p>`;
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
