/** How a state is shown: its word and its tone. */
export interface StatusLook {
  label: string;
  tone: 'good' | 'brand' | 'warn' | 'bad' | 'neutral';
}

const subscriptionLooks: Record<string, StatusLook> = {
  active: { label: 'Active', tone: 'good' },
  trial: { label: 'Trial', tone: 'brand' },
  expired: { label: 'Expired', tone: 'neutral' },
};

const paymentLooks: Record<string, StatusLook> = {
  success: { label: 'Success', tone: 'good' },
  completed: { label: 'Completed', tone: 'good' },
  pending: { label: 'Pending', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'neutral' },
};

/** A subscription's state; an unknown one is shown as cancelled (product G33). */
export function subscriptionLook(status: string): StatusLook {
  return subscriptionLooks[status] ?? { label: 'Cancelled', tone: 'neutral' };
}

/** A payment's state; an unknown one is shown as failed (product G33). */
export function paymentLook(status: string): StatusLook {
  return paymentLooks[status] ?? { label: 'Failed', tone: 'bad' };
}
