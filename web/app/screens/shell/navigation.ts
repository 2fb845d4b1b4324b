import type { Role } from 'contract/accounts';
import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import Cable from 'lucide-react/icons/cable';
import CreditCard from 'lucide-react/icons/credit-card';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import ScrollText from 'lucide-react/icons/scroll-text';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';

export interface NavigationItem {
  to: string;
  label: string;
  text: string;
  icon: LucideIcon;
}

/** The sidebar of each role (product U13, D13). */
export const navigation: Record<Role, readonly NavigationItem[]> = {
  admin: [
    {
      to: '/admin/dashboard',
      label: 'Dashboard',
      text: 'Overview & Analytics',
      icon: LayoutDashboard,
    },
    { to: '/admin/users', label: 'Users', text: 'Manage Users', icon: Users },
    {
      to: '/admin/subscriptions',
      label: 'Subscriptions',
      text: 'Active Subscriptions',
      icon: CreditCard,
    },
    {
      to: '/admin/payments',
      label: 'Payments',
      text: 'Payment History',
      icon: ReceiptPoundSterling,
    },
    { to: '/admin/audit', label: 'Audit Log', text: 'Who Did What', icon: ScrollText },
    {
      to: '/admin/operations',
      label: 'Operations',
      text: 'Webhooks & Checks',
      icon: Activity,
    },
    { to: '/admin/connections', label: 'Connections', text: 'Products & Webhooks', icon: Cable },
  ],
  user: [
    { to: '/user/dashboard', label: 'Dashboard', text: 'Your Overview', icon: LayoutDashboard },
    {
      to: '/user/subscriptions',
      label: 'My Subscriptions',
      text: 'Active Plans',
      icon: CreditCard,
    },
    {
      to: '/user/payments',
      label: 'Payment History',
      text: 'Transaction History',
      icon: ReceiptPoundSterling,
    },
    { to: '/user/account', label: 'Account', text: 'Security & Data', icon: UserRound },
  ],
};

/** 'Admin Panel' or 'User Panel'. */
export function panelTitle(role: Role): string {
  return role === 'admin' ? 'Admin Panel' : 'User Panel';
}
