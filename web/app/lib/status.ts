/** How a status is shown: its label and its tone. */
export interface StatusDisplay {
  label: string;
  tone: 'good' | 'brand' | 'warn' | 'bad' | 'neutral';
}

const subscriptionStatuses: Record<string, StatusDisplay> = {
  active: { label: 'Active', tone: 'good' },
  trial: { label: 'Trial', tone: 'brand' },
  expired: { label: 'Expired', tone: 'neutral' },
};

const paymentStatuses: Record<string, StatusDisplay> = {
  success: { label: 'Success', tone: 'good' },
  completed: { label: 'Completed', tone: 'good' },
  pending: { label: 'Pending', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'neutral' },
};

/** A subscription's status; an unknown one is shown as cancelled (product G33). */
export function subscriptionStatusDisplay(status: string): StatusDisplay {
  return subscriptionStatuses[status] ?? { label: 'Cancelled', tone: 'neutral' };
}

/** A payment's status; an unknown one is shown as failed (product G33). */
export function paymentStatusDisplay(status: string): StatusDisplay {
  return paymentStatuses[status] ?? { label: 'Failed', tone: 'bad' };
}
