import { productName, products } from 'contract/catalogue';

const lists: Record<string, string> = {
  users: 'Users',
  subscriptions: 'Subscriptions',
  payments: 'Payments',
  audit: 'Audit log',
  failures: 'What failed',
  cancellations: 'Why people cancelled',
};

/** What a list was narrowed to; what is not here says in which order and how many at a time. */
const filters: Record<string, string> = {
  search: 'Search',
  role: 'Role',
  isActive: 'Active',
  product: 'Product',
  plan: 'Plan',
  status: 'Status',
  user: 'User',
  holds: 'Holds',
  figure: 'Figure',
  month: 'Month',
  action: 'Action',
  actor: 'Who',
  target: 'Target',
  page: 'Page',
};

/**
 * A target of the audit log by its name: a product's, or a list's with what it was narrowed to. One
 * that has no name but its own, such as an e-mail as typed, is told as it is.
 */
export function auditTargetText(target: string): { name: string; detail: string } {
  const product = products.find(({ key }) => key === target);
  if (product) return { name: product.name, detail: '' };
  const [list = '', ...rest] = target.split(' ');
  const query = lists[list] && queryOf(rest.join(' '));
  if (!query) return { name: target, detail: '' };
  const narrowed = Object.entries(query).flatMap(([key, value]) => {
    const name = filters[key];
    if (!name || (key === 'page' && value === 1)) return [];
    return [`${name}: ${(key === 'product' && productName(String(value))) || String(value)}`];
  });
  return { name: lists[list] ?? list, detail: narrowed.join(', ') };
}

function queryOf(text: string): object | null {
  try {
    const query: unknown = JSON.parse(text);
    return typeof query === 'object' ? query : null;
  } catch {
    return null;
  }
}
