import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '../lib/notify.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Brings the toaster when there is something to show: most visits to a public page never need it. */
export function LazyToaster() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
