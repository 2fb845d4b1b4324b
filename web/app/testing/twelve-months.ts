const names = [
  '2025-12',
  ...Array.from({ length: 11 }, (_, index) => `2026-${`0${index + 1}`.slice(-2)}`),
];

/** The months of the admin's dashboard, with losses and trials in October alone. */
export const months = names.map((month, index) => ({
  month,
  revenue: index * 100,
  recurring_revenue: index * 50,
  subscribers: index,
  churned: index === 10 ? 2 : 0,
  churn: index === 0 ? null : index === 10 ? 12.5 : 0,
  trials_ended: index === 10 ? 4 : 0,
  trials_converted: index === 10 ? 3 : 0,
  conversion: index === 10 ? 75 : null,
  rows: {
    revenue: `/admin/payments?figure=revenue&month=${month}`,
    churned: `/admin/subscriptions?figure=churned&month=${month}`,
    trials_ended: `/admin/subscriptions?figure=trial-ended&month=${month}`,
    trials_converted: `/admin/subscriptions?figure=trial-converted&month=${month}`,
  },
}));

/** What the call of the admin's dashboard answers. */
export const dashboardAnswer = {
  success: true,
  message: '',
  data: {
    active_users: { count: 1234, growth: 4.2, rows: '/admin/users?isActive=true' },
    trial_users: { count: 5, growth: null, rows: '/admin/users?holds=trial' },
    active_subscriptions: { count: 7, growth: 0, rows: '/admin/subscriptions?status=active' },
    total_revenue: { amount: 6600, growth: -3.1, rows: '/admin/payments?figure=revenue' },
    recurring_revenue: { amount: 550, growth: 10, rows: '/admin/subscriptions?figure=recurring' },
    months,
    recent_payments: [],
  },
};

/** What the dashboard is answered about cancellations where there were none. */
export const noCancellations = {
  success: true,
  message: '',
  data: { count: 0, unsaid: 0, reasons: [], comments: [] },
};
