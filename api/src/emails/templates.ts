import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { paymentReceipt } from './payment-receipt.ts';
import { trialStarted } from './trial-started.ts';
import { welcome } from './welcome.ts';

/** Every e-mail the product sends, by the name it is queued under. */
export const templates = {
  welcome,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'trial-started': trialStarted,
  'payment-receipt': paymentReceipt,
} as const;

export type TemplateName = keyof typeof templates;
export type TemplateContent<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0];
