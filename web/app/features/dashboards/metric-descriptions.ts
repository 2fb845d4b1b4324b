/** What each figure of the dashboard counts, beside the figure. */
export const metricDescriptions = {
  activeUsers: 'Accounts that may log in now. Compared with the end of last month.',
  trialUsers: 'People with a subscription on trial now. Compared with the end of last month.',
  activeSubscriptions: 'Subscriptions that are active now. Compared with the end of last month.',
  totalRevenue:
    'Every payment that succeeded, less what was given back. The growth compares this month so far with the same days of last month.',
  recurring:
    'What the subscriptions that have been paid for bring in each month. A yearly price counts as a twelfth. Compared with the end of last month.',
  revenue: 'Payments of the month that succeeded, less what was given back.',
  churn: 'Of the paid subscriptions at the start of the month, the share that ended in it.',
  conversion: 'Of the trials that ended in the month, the share that went on and was paid for.',
} as const;
