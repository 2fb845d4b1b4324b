import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { documents } from './lib/public-pages.ts';

/** Every address of the site and its screen (product P1 to P6, A1 to A4, U1 to U8, U255, U256, D1 to D12). */
export default [
  // The public pages, which screens/public/pages.tsx holds, and whatever is at no address.
  ...[...documents, '/*'].map((address) =>
    route(address.slice(1), 'screens/public/document.tsx', { id: address }),
  ),
  layout('screens/auth/layout.tsx', [
    route('login', 'screens/auth/login.tsx'),
    route('signup', 'screens/auth/signup.tsx'),
    route('forgot-password', 'screens/auth/forgot-password.tsx'),
    route('reset-password', 'screens/auth/reset-password.tsx'),
    route('verify-email', 'screens/auth/verify-email.tsx'),
    route('confirm-email', 'screens/auth/confirm-email.tsx'),
    route('undo-email', 'screens/auth/undo-email.tsx'),
  ]),
  route('user', 'screens/user/layout.tsx', [
    index('screens/user/index.tsx'),
    route('dashboard', 'screens/user/dashboard.tsx'),
    route('subscriptions', 'screens/user/subscriptions.tsx'),
    route('subscriptions/plans', 'screens/user/plans.tsx'),
    route('products/:product/open', 'screens/user/product-login.tsx'),
    route('payments', 'screens/user/payments.tsx'),
    route('payments/statement', 'screens/user/statement.tsx'),
    route('payments/:id/invoice', 'screens/user/invoice.tsx'),
    route('profile', 'screens/user/profile.tsx'),
    route('account', 'screens/user/account.tsx'),
    route('account/export', 'screens/user/account-export.tsx'),
  ]),
  route('admin', 'screens/admin/layout.tsx', [
    index('screens/admin/index.tsx'),
    route('dashboard', 'screens/admin/dashboard.tsx'),
    route('users', 'screens/admin/users.tsx'),
    route('users/new', 'screens/admin/new-user.tsx'),
    route('users/:id', 'screens/admin/user.tsx'),
    route('users/:id/edit', 'screens/admin/edit-user.tsx'),
    route('subscriptions', 'screens/admin/subscriptions.tsx'),
    route('payments', 'screens/admin/payments.tsx'),
    route('audit', 'screens/admin/audit.tsx'),
    route('operations', 'screens/admin/operations.tsx'),
    route('connections', 'screens/admin/connections.tsx'),
    route('products', 'screens/admin/products.tsx'),
    route('pricing-plans', 'screens/admin/pricing-plans.tsx'),
  ]),
  route('user/*', 'screens/public/to-home.tsx', { id: 'unknown-user-path' }),
  route('admin/*', 'screens/public/to-home.tsx', { id: 'unknown-admin-path' }),
] satisfies RouteConfig;
