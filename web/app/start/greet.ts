import { watchSession } from '../features/session/session-store.ts';
import { initials } from '../lib/initials.ts';
import { markSession } from './mark-session.ts';

/** Shows who is signed in: `data-me` marks where initials, name and e-mail stand. */
export function greet(): void {
  const show = () => {
    const session = markSession();
    const user = session.status === 'authenticated' ? session.user : undefined;
    const texts: Record<string, string> = {
      initials: user ? initials(user.first_name, user.last_name) : '',
      name: user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '',
      email: user?.email ?? '',
    };
    for (const place of document.querySelectorAll<HTMLElement>('[data-me]')) {
      place.textContent = texts[place.dataset.me ?? ''] ?? '';
    }
  };
  show();
  document.addEventListener('DOMContentLoaded', show);
  watchSession(show);
}
