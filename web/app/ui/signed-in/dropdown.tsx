import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';

interface Props {
  /** What the button shows; its text is the button's name. */
  trigger: ReactNode;
  children: ReactNode;
}

const desktop = '(min-width: 1024px)';

/**
 * A button that opens a small panel below it. Escape closes it and gives the focus back; so does
 * leaving it with the keyboard, and on a desktop a click beside it (product U11).
 */
export function Dropdown({ trigger, children }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  // A link in it leads to another page, on which it is closed.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  if (key !== openedAt) {
    setOpenedAt(key);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      const outside = event.target instanceof Node && !box.current?.contains(event.target);
      if (outside && window.matchMedia(desktop).matches) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={clsx(
          'flex min-h-11 items-center gap-2.5 rounded-control px-2 text-left transition-colors hover:bg-paper-deep',
          open && 'bg-paper-deep',
        )}
      >
        {trigger}
        <ChevronDown
          aria-hidden="true"
          className={clsx('size-4 text-muted transition-transform', open && 'rotate-180')}
        />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-30 mt-1.5 w-72 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-white p-1.5 text-ink shadow-pop"
      >
        {children}
      </div>
    </div>
  );
}
