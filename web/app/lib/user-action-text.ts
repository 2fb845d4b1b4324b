import type { UserView } from 'contract/users';

export type UserAction = 'promote' | 'demote' | 'activate' | 'deactivate' | 'delete';

interface ActionText {
  /** The button that begins it. */
  label: string;
  title: string;
  /** What will happen, a sentence at a time. */
  consequences: readonly string[];
  confirm: string;
  /** While it is being done. */
  doing: string;
  tone: 'primary' | 'danger';
  /** What can be chosen besides. */
  choice?: string;
}

/** What each action says before it is done. `name`: the user's, in full. */
export function actionText(action: UserAction, name: string): ActionText {
  switch (action) {
    case 'promote':
      return {
        label: 'Make admin',
        title: `Make ${name} an admin?`,
        consequences: [
          'Admins see every user, subscription and payment, and can change, deactivate and delete users, other admins included.',
        ],
        confirm: 'Make admin',
        doing: 'Changing...',
        tone: 'primary',
      };
    case 'demote':
      return {
        label: 'Make user',
        title: `Take the admin role from ${name}?`,
        consequences: [
          'The admin area closes at once. The account, its subscriptions and its payments stay as they are.',
        ],
        confirm: 'Make user',
        doing: 'Changing...',
        tone: 'danger',
      };
    case 'activate':
      return {
        label: 'Activate',
        title: `Activate ${name}?`,
        consequences: [
          'The user can log in again, with the same password.',
          'Subscriptions that the deactivation set to end go on.',
        ],
        confirm: 'Activate',
        doing: 'Activating...',
        tone: 'primary',
      };
    case 'deactivate':
      return {
        label: 'Deactivate',
        title: `Deactivate ${name}?`,
        consequences: [
          'The user is logged out everywhere at once and cannot log in until the account is activated again.',
          'Nothing more is charged. Subscriptions end with the period that is paid, or go on if the account is activated before.',
        ],
        confirm: 'Deactivate',
        doing: 'Deactivating...',
        choice: 'End subscriptions now instead. Nothing is given back, and this cannot be undone.',
        tone: 'danger',
      };
    case 'delete':
      return {
        label: 'Delete user',
        title: `Delete ${name}?`,
        consequences: [
          'Subscriptions end at once. Nothing more is charged and nothing is given back.',
          'The name, email and password are removed, and the user is logged out everywhere. Payments stay on record without a name.',
          'This cannot be undone.',
        ],
        confirm: 'Delete user',
        doing: 'Deleting...',
        tone: 'danger',
      };
  }
}

/** What can be done to a user as things stand, deletion aside. */
export function availableActions({
  role,
  isActive,
}: Pick<UserView, 'role' | 'isActive'>): UserAction[] {
  return [role === 'admin' ? 'demote' : 'promote', isActive ? 'deactivate' : 'activate'];
}
