import { UnreadableData } from '../db/stored-json.ts';
import { accountCreated } from './account-created.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountInactive } from './account-inactive.ts';
import { adminMade } from './admin-made.ts';
import { cancellationUndone } from './cancellation-undone.ts';
import { cardExpiring } from './card-expiring.ts';
import { dataCopy } from './data-copy.ts';
import { emailChange } from './email-change.ts';
import { emailChanged } from './email-changed.ts';
import { emailRestored } from './email-restored.ts';
import { emailUndo } from './email-undo.ts';
import { emailVerification } from './email-verification.ts';
import { endpointOff } from './endpoint-off.ts';
import { firstCharge } from './first-charge.ts';
import { legalChanged } from './legal-changed.ts';
import { logInHeldBack } from './log-in-held-back.ts';
import { newDevice } from './new-device.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { paymentConfirm } from './payment-confirm.ts';
import { paymentFailed } from './payment-failed.ts';
import { paymentReceipt } from './payment-receipt.ts';
import { paymentRefunded } from './payment-refunded.ts';
import { planKept } from './plan-kept.ts';
import { priceChanging } from './price-changing.ts';
import { priceKept } from './price-kept.ts';
import { recoveryCodeUsed } from './recovery-code-used.ts';
import { renewalReminder } from './renewal-reminder.ts';
import { secondFactorChanged } from './second-factor-changed.ts';
import { subscriptionConfirmed } from './subscription-confirmed.ts';
import { subscriptionEnded } from './subscription-ended.ts';
import { subscriptionEnding } from './subscription-ending.ts';
import type { Template } from './template.ts';
import { trialEnding } from './trial-ending.ts';
import { trialRefused } from './trial-refused.ts';
import { trialStarted } from './trial-started.ts';
import { welcome } from './welcome.ts';
import { withdrawalConfirmed } from './withdrawal-confirmed.ts';

/** Every e-mail the product sends, by the name it is queued under. */
export const templates = {
  welcome,
  'account-created': accountCreated,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
  'log-in-held-back': logInHeldBack,
  'email-verification': emailVerification,
  'email-change': emailChange,
  'email-undo': emailUndo,
  'email-changed': emailChanged,
  'email-restored': emailRestored,
  'second-factor-changed': secondFactorChanged,
  'recovery-code-used': recoveryCodeUsed,
  'admin-made': adminMade,
  'endpoint-off': endpointOff,
  'data-copy': dataCopy,
  'account-inactive': accountInactive,
  'account-deleted': accountDeleted,
  'legal-changed': legalChanged,
  'subscription-confirmed': subscriptionConfirmed,
  'trial-started': trialStarted,
  'trial-refused': trialRefused,
  'trial-ending': trialEnding,
  'first-charge': firstCharge,
  'renewal-reminder': renewalReminder,
  'card-expiring': cardExpiring,
  'price-changing': priceChanging,
  'price-kept': priceKept,
  'payment-receipt': paymentReceipt,
  'payment-failed': paymentFailed,
  'payment-confirm': paymentConfirm,
  'payment-refunded': paymentRefunded,
  'subscription-ending': subscriptionEnding,
  'plan-kept': planKept,
  'cancellation-undone': cancellationUndone,
  'subscription-ended': subscriptionEnded,
  'withdrawal-confirmed': withdrawalConfirmed,
} as const;

export type TemplateName = keyof typeof templates;
export type TemplateContent<Name extends TemplateName> = Parameters<
  (typeof templates)[Name]['render']
>[0];

/** A template by its name. Throws UnreadableData for one that this release does not have. */
export function templateOf<Name extends TemplateName>(name: Name): Template<TemplateContent<Name>> {
  if (!Object.hasOwn(templates, name)) throw new UnreadableData(`There is no mail ${name}`);
  return templates[name] as unknown as Template<TemplateContent<Name>>;
}
