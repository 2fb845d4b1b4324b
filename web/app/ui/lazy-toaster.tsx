import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '../lib/notify.ts';
import { PlainToaster } from './plain-toaster.tsx';

/**
 * Brings the toaster when there is something to show: most visits to a public page never need it.
 * Where it cannot be fetched, what it had to say is said all the same.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      onFirstToast(async () => {
        const fetched = await import('./toaster.tsx').catch(() => undefined);
        setToaster(() => fetched?.default ?? PlainToaster);
      }),
    [],
  );
  return Toaster ? <Toaster /> : null;
}
