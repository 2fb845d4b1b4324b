import { useEffect, useRef } from 'react';
import { LogoMark } from './logo.tsx';

interface Props {
  /** What is under way, for example 'Signing In'. */
  title: string;
  text?: string;
}

/**
 * Covers the whole page while something is under way. It takes the focus, keeps it, and gives it
 * back to where it was.
 */
export function Overlay({ title, text }: Props) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const overlay = box.current;
    overlay?.focus();
    const stay = (event: KeyboardEvent) => {
      if (event.key === 'Tab') event.preventDefault();
    };
    document.addEventListener('keydown', stay);
    return () => {
      document.removeEventListener('keydown', stay);
      const focus = document.activeElement;
      const lost = focus === null || focus === document.body || focus === overlay;
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <div
      ref={box}
      role="status"
      aria-live="polite"
      tabIndex={-1}
      className="fixed inset-0 z-50 grid place-items-center bg-paper p-6 text-center outline-none"
    >
      <div className="flex flex-col items-center">
        <LogoMark className="size-14 animate-breathe" />
        <p className="mt-6 text-lg font-semibold tracking-tight">{title}</p>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
    </div>
  );
}

/** Covers the page until it is known what it shows, and to whom (product A42). */
export function LoadingOverlay() {
  return <Overlay title="Loading" text="Please wait a moment" />;
}
