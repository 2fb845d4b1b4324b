import { type RefObject, useEffect } from 'react';

/** Offers a passkey in a field, in browsers that offer them among what they fill in; others load nothing. */
export function usePasskeyOffer(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const offer = async () => {
      const isOffered = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
      if (!isOffered) return;
      const { offerPasskeys } = await import('./passkey-offer.ts');
      if (!left && field.current) stop = offerPasskeys(field.current);
    };
    void offer().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [field]);
}
