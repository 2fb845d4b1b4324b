/**
 * What a page does by itself until React runs. Written into the page as text, so it must stand
 * alone: it may name nothing outside itself, and it is small because every page carries it.
 *
 * - React starts when the browser has nothing better to do, or at the first touch or key.
 * - Whoever is signed in is greeted from the start: `data-signed-in` on the document chooses what
 *   the style sheet shows, and `data-me` marks where initials, name and e-mail go.
 * - An open menu closes when a link in it is followed or the keyboard leaves it. The rest of a menu
 *   (opening, Escape, a click beside it) is the browser's own popover.
 * - What was sent or pressed before React runs is kept, and done once it does. What was typed stays
 *   in its field, which is the browser's.
 */
export function early(keys: { token: string; user: string; plan: string }): void {
  const root = document.documentElement;
  const held: (() => void)[] = [];
  let started = false;

  const start = (): void => {
    const block = document.getElementById('start');
    if (started || !block) return;
    started = true;
    for (const href of block.dataset.files?.split(' ') ?? []) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      );
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = block.textContent;
    document.body.append(script);
  };

  try {
    const token = localStorage.getItem(keys.token)?.split('.')[1] ?? '';
    const claims = JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')));
    root.toggleAttribute('data-signed-in', claims.exp * 1000 > Date.now());
  } catch {
    // Nobody is signed in, or storage is refused.
  }

  document.addEventListener('DOMContentLoaded', () => {
    try {
      const me = JSON.parse(localStorage.getItem(keys.user) ?? '');
      const texts: Record<string, string> = {
        initials: `${me.first_name[0]}${me.last_name[0]}`.toUpperCase(),
        name: `${me.first_name} ${me.last_name}`,
        email: me.email,
      };
      for (const place of document.querySelectorAll<HTMLElement>('[data-me]')) {
        place.textContent = texts[place.dataset.me ?? ''] ?? '';
      }
    } catch {
      // The name follows when React runs.
    }
  });

  for (const type of ['pointerdown', 'touchstart', 'keydown']) {
    addEventListener(type, start, { once: true, passive: true, capture: true });
  }
  const live = (): boolean => root.hasAttribute('data-live');
  const hold = (event: Event, again: () => void): void => {
    event.preventDefault();
    held.push(again);
    start();
  };
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!live()) hold(event, () => form.requestSubmit());
  });
  addEventListener('click', (event) => {
    const target = event.target as Element;
    target.closest('[popover] a')?.closest<HTMLElement>('[popover]')?.hidePopover();
    const chosen = target.closest<HTMLElement>('[data-plan]');
    if (chosen) {
      const isYearly = document.querySelector('[name=period][value=yearly]:checked') !== null;
      try {
        localStorage.setItem(keys.plan, JSON.stringify({ name: chosen.dataset.plan, isYearly }));
      } catch {
        // The plan is chosen once more on the plans page.
      }
    }
    const button = target.closest<HTMLElement>(
      'button[type=button]:not([popovertarget]), [role=checkbox]',
    );
    if (button && !live()) hold(event, () => button.click());
  });
  addEventListener('focusin', (event) => {
    const target = event.target as Element;
    const open = document.querySelector<HTMLElement>(':popover-open');
    if (!open?.contains(target) && !target.closest('[popovertarget]')) open?.hidePopover();
  });
  addEventListener('react-runs', () => {
    for (const again of held.splice(0)) again();
  });
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 });
    else setTimeout(start, 200);
  });
}
