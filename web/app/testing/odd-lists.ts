import { idOf, ok } from './specified-lists.ts';

/** Names that break careless pages. */
const trickyNames = [
  {
    first_name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
    last_name: 'Featherstonehaugh-Cholmondeley-Majoribanks',
  },
  { first_name: 'محمد', last_name: 'عبد الرحمن الخطيب' },
  { first_name: '<b>Bobby</b>', last_name: '<img src=x onerror=alert(1)>' },
] as const;

const longEmail = `${'very-long-address.'.repeat(4)}name@a-hospital-with-a-long-name.nhs.test`;
const product = { name: 'Complete Bundle', description: 'Portfolio Builder and Cataract Connect' };

const users = trickyNames.map((name, index) => ({
  ...name,
  id: idOf(index),
  email: index === 0 ? longEmail : `person${index}@hospital.test`,
  role: index === 1 ? 'admin' : 'user',
  isActive: index !== 2,
  created_at: index === 2 ? 'not a date' : '2026-03-09T12:00:00.000Z',
}));
const subscriptions = users.map((user, index) => ({
  id: idOf(index),
  user,
  product,
  pricing_plan: { plan_name: 'Monthly', billing_cycle: 'monthly', price: 35 },
  status: ['active', 'trial', 'expired'][index],
  trial_end_date: index === 1 ? 'not a date' : null,
  start_date: '2026-03-09T12:00:00.000Z',
  end_date: index === 2 ? 'not a date' : null,
}));
const payments = users.map((user, index) => ({
  id: idOf(index),
  user,
  subscription: { product, pricing_plan: { plan_name: 'Yearly', billing_cycle: 'yearly' } },
  amount: 1234.5,
  payment_date: user.created_at,
  status: ['success', 'pending', 'failed'][index],
}));
const ends = { next: null, previous: null };

/** The lists with rows that break careless pages, and no figures: those are derived. */
export const oddLists = [
  {
    name: 'users',
    answer: (rows: unknown[]) => ({ ...ok, data: { users: rows, ...ends } }),
    rows: users,
    derived: { 'Total Users': '3', 'Active Users': '2', 'Inactive Users': '1', Admins: '1' },
    calm: 'No users match your current filters.',
  },
  {
    name: 'subscriptions',
    answer: (rows: unknown[]) => ({ ...ok, subscriptions: rows, ...ends }),
    rows: subscriptions,
    derived: { Total: '3', Active: '1', Trial: '1' },
    calm: 'Subscriptions appear here as customers subscribe.',
  },
  {
    name: 'payments',
    answer: (rows: unknown[]) => ({ ...ok, payments: rows, ...ends }),
    rows: payments,
    derived: {
      'Successful Payments': '£1,234.50',
      'Pending Payments': '£1,234.50',
      'Failed Payments': '1',
    },
    calm: 'Payments appear here as they are made.',
  },
];
