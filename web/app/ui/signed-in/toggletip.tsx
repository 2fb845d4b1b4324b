import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { useId } from 'react';

/**
 * What a figure means, behind a small button beside its name. A press shows it, Escape or a press
 * elsewhere hides it, and a screen reader says it when the button is reached.
 */
export function Toggletip({ name, text }: { name: string; text: string }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`About ${name}`}
        aria-describedby={id}
        className="grid size-7 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-paper-deep hover:text-ink"
      >
        <CircleQuestionMark aria-hidden="true" className="size-4" />
      </button>
      <span
        id={id}
        popover="auto"
        className="beside w-72 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-white p-4 text-left text-sm leading-5 font-normal tracking-normal text-ink-soft shadow-pop"
      >
        {text}
      </span>
    </>
  );
}
