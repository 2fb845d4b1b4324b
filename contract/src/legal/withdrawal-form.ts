import { brand } from '../brand.ts';

/**
 * The model form of the Consumer Contracts Regulations 2013, schedule 3, part B, with the company
 * filled in; a paragraph each.
 */
export const withdrawalForm: readonly string[] = [
  `To ${brand.legal.name}, ${brand.legal.office}, ${brand.supportEmail}:`,
  'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
  'Ordered on [*]/received on [*],',
  'Name of consumer(s),',
  'Address of consumer(s),',
  'Signature of consumer(s) (only if this form is notified on paper),',
  'Date',
  '[*] Delete as appropriate.',
];
