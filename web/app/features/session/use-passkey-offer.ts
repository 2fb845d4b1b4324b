import { type RefObject, useEffect } from 'react';
import { hasPasskeyHere } from '../../lib/passkey-mark.ts';

/** Offers a passkey in a field where one was made or used in this browser; others load nothing for it. */
export function usePasskeyOffer(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!hasPasskeyHere()) return;
    let stop: (() => void) | undefined;
    let left = false;
    const offer = async () => {
      const isOffered = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
      if (!isOffered) return;
      const { offerPasskeys } = await import('./passkey-login.ts');
      if (!left && field.current) stop = offerPasskeys(field.current);
    };
    void offer().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [field]);
}
