import { useQueryClient } from '@tanstack/react-query';
import * as messages from 'contract/messages';
import type { ShownSale } from 'contract/shown';
import { storageKeys } from 'contract/storage';
import { checkout } from 'contract/subscriptions';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/http.ts';
import { HttpError, serverMessageOr } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { noteTexts, shownTexts } from '../../lib/shown-texts.ts';
import { writeText } from '../../lib/storage.ts';

const toastMs = 3000;
/** Long enough to read where the browser is about to go; a page that just vanishes is alarming. */
const readingMs = 800;

/** A plan to be bought, with the price and the days free that are shown of it. */
interface Purchase {
  productId: string;
  planId: string;
  /** `terms_version`: of those that were shown in place of the texts of this page. */
  shown: ShownSale;
}

/**
 * Opens the hosted checkout of a plan and goes there (product U44). `busyPlan` is the plan whose
 * checkout is being opened; the browser's own page cache may bring the page back with nothing busy.
 * `outdated` says what has changed since it was shown (product U370); the plans are loaded anew then.
 */
export function useCheckout() {
  const queryClient = useQueryClient();
  const [busyPlan, setBusyPlan] = useState<string>();
  const [outdated, setOutdated] = useState<string>();
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) setBusyPlan(undefined);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const subscribe = useCallback(
    async ({ productId, planId, shown }: Purchase) => {
      setBusyPlan(planId);
      setOutdated(undefined);
      const { terms_version } = shownTexts();
      try {
        const answer = await call(checkout, {
          body: { product_id: productId, pricing_plan_id: planId },
          shown: { ...shown, terms_version: shown.terms_version ?? terms_version },
          silent: true,
        });
        if (!answer.checkout_url) throw new Error('Invalid checkout response');
        // Whoever has gone on to another page meanwhile is not taken away from it.
        if (!isMounted.current) return;
        writeText(storageKeys.checkoutSession, answer.session_id);
        notify.success(messages.redirecting, { duration: toastMs });
        await new Promise((resolve) => setTimeout(resolve, readingMs));
        if (isMounted.current) window.location.assign(answer.checkout_url);
      } catch (error) {
        setBusyPlan(undefined);
        logError('Checkout failed', error);
        if (error instanceof HttpError && error.code === 'outdated') {
          noteTexts(error.now);
          setOutdated(error.message);
          void queryClient.invalidateQueries({ queryKey: ['plans'] });
          return;
        }
        const unanswered = error instanceof HttpError && [0, 401].includes(error.status);
        notify.error(unanswered ? error.message : serverMessageOr(error, messages.checkoutFailed), {
          duration: toastMs,
        });
      }
    },
    [queryClient],
  );

  return { busyPlan, outdated, subscribe };
}
