const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Sonner gives the focus back whenever it leaves the toasts, so that Tab never gets past them. It hears of no
 * focus; what had it before gets it back once a toast is closed by keyboard. Answers what ends it (product E601).
 */
export function letFocusPass(): () => void {
  let before: EventTarget | null = null;
  const pass = (event: FocusEvent): void => {
    if (!isInToasts(event.target)) return;
    event.stopPropagation();
    if (event.type === 'focusin' && !isInToasts(event.relatedTarget)) before = event.relatedTarget;
  };
  const giveBack = ({ target, detail }: MouseEvent): void => {
    const isByKeyboard = detail === 0;
    if (isByKeyboard && isInToasts(target) && before instanceof HTMLElement) {
      before.focus({ preventScroll: true });
    }
  };
  // Ahead of React, which listens further in.
  document.addEventListener('focusin', pass, true);
  document.addEventListener('focusout', pass, true);
  document.addEventListener('click', giveBack);
  return () => {
    document.removeEventListener('focusin', pass, true);
    document.removeEventListener('focusout', pass, true);
    document.removeEventListener('click', giveBack);
  };
}
