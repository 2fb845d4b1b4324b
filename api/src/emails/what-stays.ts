import { inWords, retention } from 'contract/retention';

/** What stays on record of a deleted account, and for how long: a sentence of the mails about that. */
export const whatStays = (): string =>
  `Without your name and email stay on record: what you paid, for ${inWords(retention.payments)}, as tax law asks; what you agreed to, for ${inWords(retention.agreements)}; if you had a free trial, a code for its card, from which the card cannot be told, for ${inWords(retention.trialCards)}; and security records, for as long as the privacy policy says. Invoices that were issued keep what is printed on them.`;
