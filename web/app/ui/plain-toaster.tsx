import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { showToasts, type Toast } from '../lib/notify.ts';

/** Shows toasts where the code of their own could not be fetched: offline, or after a new release. */
export function PlainToaster() {
  const [toasts, setToasts] = useState<Toast[]>([]);

  useEffect(
    () =>
      showToasts((toast) => {
        setToasts((before) => [...before.filter(({ text }) => text !== toast.text), toast]);
        const gone = () => setToasts((before) => before.filter((other) => other !== toast));
        setTimeout(gone, toast.duration ?? 4000);
      }),
    [],
  );

  return (
    <div role="alert" className="fixed top-4 right-4 left-4 z-50 ml-auto max-w-sm space-y-3">
      {toasts.map(({ kind, text }) => (
        <p
          key={text}
          className={clsx(
            'rounded-control px-4 py-3 text-sm font-medium shadow-pop',
            kind === 'error' ? 'bg-bad text-white' : 'bg-good-soft text-good',
          )}
        >
          {text}
        </p>
      ))}
    </div>
  );
}
