import type { Notice } from '../emails/notices.ts';
import { changeNotice } from '../features/agreements/changes.ts';
import { priceNotice } from '../features/billing/price-moves/notice.ts';
import { inactivityNotice } from '../features/retention/inactive-notices.ts';
import type { Services } from '../services.ts';

/** By what their causes begin with. */
const notices: Record<string, (services: Services, cause: string) => Promise<Notice>> = {
  'price-changing': priceNotice,
  'legal-change': changeNotice,
  'account-unused': inactivityNotice,
  // As releases before the announcement had a moment of its own wrote them.
  'account-inactive': inactivityNotice,
};

/** What a period counts from of a mail; undefined for one that is no notice. */
export async function noticeOf(services: Services, cause: string): Promise<Notice | undefined> {
  const [kind = ''] = cause.split(':');
  return notices[kind]?.(services, cause);
}
