import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { answerForProof } from '../../lib/proof.ts';

/** Few are asked. */
const ProofDialog = lazy(async () => ({
  default: (await import('./proof-dialog.tsx')).ProofDialog,
}));

/** Asks for the password in one place, whichever call needs it; the call then goes on. */
export function ProofHost() {
  const [waiting, setWaiting] = useState<{ answer: (proved: boolean) => void }>();
  // Before anything that asks can be pressed.
  useLayoutEffect(
    () =>
      answerForProof(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setWaiting({ answer: resolve });
        return promise;
      }),
    [],
  );
  const done = (proved: boolean) => {
    waiting?.answer(proved);
    setWaiting(undefined);
  };
  return (
    <Suspense>
      {waiting && <ProofDialog onProved={() => done(true)} onDismissed={() => done(false)} />}
    </Suspense>
  );
}
