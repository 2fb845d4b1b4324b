import type { Role, SessionUser } from 'contract/accounts';

const authPages = ['/login', '/signup', '/forgot-password', '/reset-password'];

/** Where a signed-in person belongs (product A41). */
export function homePathFor(user: Pick<SessionUser, 'role' | 'hasActiveSubscription'>): string {
  if (user.role === 'admin') return '/admin/dashboard';
  return user.hasActiveSubscription ? '/user/dashboard' : '/user/subscriptions/plans';
}

/** Where a page sends people that is not for their role (product A44). */
export function forbiddenRedirect(role: Role): string {
  return role === 'admin' ? '/admin/dashboard' : '/user/dashboard';
}

/**
 * A return address, if it stays within this site: it starts with exactly one '/' and leads to no
 * page that would send the visitor on again. Else undefined.
 */
export function safeReturnUrl(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || value.startsWith('//')) return undefined;
  // Browsers read a backslash as a slash and drop tabs and line ends.
  if (/[\\\s]/.test(value) || hasControlCharacter(value)) return undefined;
  const path = value.split(/[?#]/)[0] ?? '';
  return authPages.includes(path.replace(/\/+$/, '')) ? undefined : value;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((char) => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127);
}

/** Where the visitor was going when a sign-in was asked for, as a path within the site. */
export function rememberedPath(state: unknown): string | undefined {
  const from = (state as { from?: { pathname?: string; search?: string; hash?: string } } | null)
    ?.from;
  if (typeof from?.pathname !== 'string') return undefined;
  return safeReturnUrl(`${from.pathname}${from.search ?? ''}${from.hash ?? ''}`);
}
