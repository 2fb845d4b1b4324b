/**
 * An open menu closes when a link in it is followed or the keyboard leaves it. The rest of a menu
 * (opening, Escape, a click beside it) is the browser's own popover.
 */
export function tendMenus(): void {
  addEventListener('click', (event) => {
    const target = event.target as Element;
    target.closest('[popover] a')?.closest<HTMLElement>('[popover]')?.hidePopover();
  });
  addEventListener('focusin', (event) => {
    const target = event.target as Element;
    const open = document.querySelector<HTMLElement>(':popover-open');
    if (!open?.contains(target) && !target.closest('[popovertarget]')) open?.hidePopover();
  });
}
