import type { AgreementView, LegalNotice } from 'contract/agreements';
import { findPlan, productName } from 'contract/catalogue';
import type { AgreementRow, ChangeRow } from './repository.ts';

/** Something agreed to, as whoever agreed sees it. */
export function presentAgreement(row: AgreementRow): AgreementView {
  const plan = findPlan(row.planId ?? '');
  return {
    id: row.id,
    kind: row.kind,
    agreed_at: row.agreedAt.toISOString(),
    terms_version: row.termsVersion,
    privacy_version: row.privacyVersion,
    product_name: plan ? productName(plan.productId) : null,
    plan_name: plan?.name ?? null,
    shown: row.shown,
    start_at_once: row.startAtOnce,
    confirmation: row.confirmation,
  };
}

/** A change that somebody is to be told of. */
export function presentNotice({ id, kind, version, says, inForceOn }: ChangeRow): LegalNotice {
  return { id, document: kind, version, says, in_force_on: inForceOn };
}
