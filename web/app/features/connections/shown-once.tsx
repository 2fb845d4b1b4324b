import Copy from 'lucide-react/icons/copy';
import { useLayoutEffect, useRef } from 'react';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** What it is: 'key', 'secret'. */
  what: string;
  value: string;
  onDone: () => void;
}

/** A key or a secret, the only time that it can be read. It takes the focus, so that it is read out. */
export function ShownOnce({ what, value, onDone }: Props) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new one takes it
  useLayoutEffect(() => box.current?.focus(), [value]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify.success(`The ${what} was copied`, { duration: 2000 });
    } catch {
      notify.error('Your browser did not allow it. Copy it by hand.', { duration: 4000 });
    }
  };
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`New ${what}`}
      className="m-5 rounded-control border border-teal-200 bg-teal-50 p-4 sm:m-6"
    >
      <p className="text-sm font-medium">
        Copy this {what} now and keep it safe. It is not shown again.
      </p>
      <code className="mt-2 block font-mono text-sm break-all select-all">{value}</code>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button size="small" tone="secondary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </section>
  );
}
