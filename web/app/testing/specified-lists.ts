/** An id, by a number of one digit. */
export const idOf = (number: number) => `019fa1c2-0000-7000-8000-00000000000${number}`;
/** Whose rows they are. */
export const ada = {
  id: idOf(1),
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@hospital.test',
};
const product = { name: 'Complete Bundle', description: 'Both products together' };
const ends = { next: null, previous: null };
/** What every answer says. */
export const ok = { success: true, message: '' };

type Option = readonly [label: string, value: string | null];
/** What a list can be narrowed to: the query's key, and each option with the value that is sent. */
type Choice = [key: string, all: Option, first: Option, ...others: Option[]];

/** The products by their fixed ids. */
export const productChoice: Choice = [
  'product',
  ['All Products', null],
  ['Portfolio Builder', '0198c000-0000-7000-8000-000000000001'],
  ['Cataract Connect', '0198c000-0000-7000-8000-000000000002'],
  ['Complete Bundle', '0198c000-0000-7000-8000-000000000003'],
];

/** The same for whatever is sold. */
const offerChoices = {
  Product: productChoice,
  Plan: ['plan', ['All Plans', null], ['Monthly', 'monthly'], ['Yearly', 'yearly']],
} satisfies Record<string, Choice>;

interface SpecifiedList {
  path: string;
  title: string;
  /** Beside the title, where there is one. */
  badge: string;
  cards: Record<string, string>;
  /** The filters by name. */
  choices: Record<string, Choice>;
  columns: string[];
  /** By which of them the rows can be sorted, and under what name; the first is by default, the highest first. */
  sorts: [column: string, sortBy: string][];
  row: string[];
  body: unknown;
}

/** The user in the list of users. */
export const adaInList = {
  ...ada,
  role: 'user',
  isActive: true,
  created_at: '2026-03-09T12:00:00.000Z',
};

/** An answer with this user. */
export const usersAnswer = (user: typeof adaInList) => ({
  ...ok,
  data: {
    users: [user],
    stats: { total: 1203, active: 1200, inactive: 3, pending: 0, admins: 2 },
    count: 1203,
    ...ends,
  },
});

/** What the user holds, in the list of subscriptions. */
export const adaSubscription = {
  id: idOf(2),
  user: ada,
  product,
  pricing_plan: { plan_name: 'Monthly', billing_cycle: 'monthly', price: 35 },
  status: 'trial',
  trial_end_date: '2026-04-08T12:00:00.000Z',
  start_date: '2026-03-09T12:00:00.000Z',
  end_date: '2026-04-08T12:00:00.000Z',
  withdraw_declarable: true,
};

/** What the user paid, in the list of payments. */
export const adaPayment = {
  id: idOf(3),
  user: ada,
  subscription: { product, pricing_plan: { plan_name: 'Yearly', billing_cycle: 'yearly' } },
  amount: 350,
  refundable: 0,
  payment_date: '2026-03-09T12:00:00.000Z',
  status: 'pending',
};

/** The lists of the admin area (product D30 to D47), with an answer of one row each. */
export const specifiedLists: SpecifiedList[] = [
  {
    path: '/admin/users',
    title: 'Users',
    badge: '1,203 in total',
    cards: { 'Total Users': '1,203', 'Active Users': '1,200', 'Inactive Users': '3', Admins: '2' },
    choices: {
      Role: ['role', ['All Roles', null], ['Admin', 'admin'], ['User', 'user']],
      Status: ['isActive', ['All Status', null], ['Active', 'true'], ['Inactive', 'false']],
    },
    columns: ['Name', 'Email', 'Role', 'Joined', 'Status'],
    sorts: [
      ['Joined', 'created_at'],
      ['Name', 'name'],
      ['Email', 'email'],
      ['Role', 'role'],
    ],
    row: ['ABAda Byron', 'ada@hospital.test', 'User', '09/03/2026', 'Active'],
    body: usersAnswer(adaInList),
  },
  {
    path: '/admin/subscriptions',
    title: 'Subscriptions Management',
    badge: '',
    cards: { Total: '9', Active: '5', Trial: '3' },
    choices: {
      ...offerChoices,
      Status: [
        'status',
        ['All Status', null],
        ['Active', 'active'],
        ['Trial', 'trial'],
        ['Cancelled', 'cancelled'],
        ['Expired', 'expired'],
      ],
    },
    columns: ['User', 'Product', 'Plan', 'Billing', 'Status', 'Duration'],
    sorts: [
      ['Duration', 'start_date'],
      ['Billing', 'price'],
    ],
    row: [
      'Ada Byronada@hospital.test',
      'Complete BundleBoth products together',
      'MonthlyEvery month',
      '£35.00per month',
      'TrialTrial ends 08/04/2026',
      '09/03/2026to 08/04/2026',
    ],
    body: {
      ...ok,
      subscriptions: [adaSubscription],
      stats: { total: 9, active: 5, trial: 3 },
      count: 9,
      ...ends,
    },
  },
  {
    path: '/admin/payments',
    title: 'Payments Management',
    badge: 'Total £1,334.50',
    cards: {
      'Successful Payments': '£1,234.50',
      'Pending Payments': '£100.00',
      'Failed Payments': '4',
    },
    choices: {
      ...offerChoices,
      Status: [
        'status',
        ['All Status', null],
        ['Success', 'success'],
        ['Pending', 'pending'],
        ['Failed', 'failed'],
      ],
    },
    columns: ['User', 'Product', 'Plan', 'Amount', 'Status', 'Date'],
    sorts: [
      ['Date', 'payment_date'],
      ['Amount', 'amount'],
    ],
    row: [
      'Ada Byronada@hospital.test',
      'Complete BundleBoth products together',
      'YearlyEvery year',
      '£350.00',
      'Pending',
      '09/03/2026',
    ],
    body: {
      ...ok,
      payments: [adaPayment],
      stats: {
        ...{ total: 8, success: 3, pending: 1, failed: 4 },
        ...{ totalAmount: 1334.5, pendingAmount: 100, successAmount: 1234.5 },
      },
      count: 8,
      ...ends,
    },
  },
];
