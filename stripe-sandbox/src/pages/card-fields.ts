import type { Kept } from './card-form.ts';
import { type Errors, field } from './fields.ts';
import { type Html, html } from './html.ts';

/** The four fields of a card, with what is wrong under each. */
export function cardFields(kept: Kept, errors: Errors): Html {
  return html`
${field({ name: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true }, errors)}
<div class="pair">
${field({ name: 'expiry', label: 'Expiry date', autocomplete: 'cc-exp', numeric: true, hint: 'MM/YY', value: kept.expiry }, errors)}
${field({ name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', numeric: true, hint: '3 digits', value: '' }, errors)}
</div>
${field({ name: 'name', label: 'Cardholder name', autocomplete: 'cc-name', value: kept.name }, errors)}`;
}

/** The e-mail field of a checkout whose customer is not known yet. */
export function emailField(kept: Kept, errors: Errors): Html {
  const email = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' } as const;
  return field({ ...email, value: kept.email }, errors);
}

/** All that is wrong, on top of the form, each leading to its field. */
export function errorSummary(errors: Errors, message: string | null): Html | null {
  if (errors.size === 0 && !message) return null;
  const entries = [...errors].map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>There is a problem</h2>
<ul>${message && html`<li>${message}</li>`}${entries}</ul>
</div>`;
}

/** The cards to test with, folded away. */
export function testCardHelp(): Html {
  return html`<details>
<summary>Test cards</summary>
<ul>
<li><code>4242 4242 4242 4242</code> pays</li>
<li><code>4000 0082 6000 0000</code> and <code>4000 0566 5566 5556</code> pay, too</li>
<li><code>4000 0000 0000 0002</code> is declined</li>
<li><code>4000 0000 0000 9995</code> has insufficient funds</li>
<li><code>4000 0000 0000 0069</code> is refused as expired</li>
<li><code>4000 0025 0000 3155</code> asks for authentication</li>
<li><code>4000 0027 6000 3184</code> asks for it again with each payment</li>
<li><code>4000 0000 0000 0341</code> is saved and fails when charged later</li>
<li><code>4000 0000 0000 7726</code> pays, and takes no refund</li>
</ul>
<p>Any date to come, any 3 digits, any name.</p>
</details>`;
}
