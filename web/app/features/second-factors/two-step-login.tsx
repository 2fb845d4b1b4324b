import { lazy, Suspense, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { FactorList } from './factor-list.tsx';
import { useAddPasskey } from './use-add-passkey.ts';
import { useSecondFactors, useStartTotp } from './use-second-factors.ts';

/** Draws the QR code, which few come for. */
const SetUpApp = lazy(async () => ({ default: (await import('./set-up-app.tsx')).SetUpApp }));

/** What is asked for beside the password, and how to have it asked for. */
export function TwoStepLogin({ email }: { email: string }) {
  const factors = useSecondFactors();
  const start = useStartTotp();
  const passkey = useAddPasskey();
  const [codes, setCodes] = useState<string[]>();
  const place = useRef<HTMLDivElement>(null);
  const isOn = (factors.data?.data.length ?? 0) > 0;
  const hasApp = factors.data?.data.some(({ type }) => type === 'totp');
  const showCodes = (made: string[]) => setCodes(made.length > 0 ? made : undefined);
  const close = () => {
    start.reset();
    setCodes(undefined);
    place.current?.focus();
  };
  return (
    <SectionCard
      title="Two-step login"
      action={factors.data && <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <div ref={place} tabIndex={-1} className="outline-none">
        {!factors.data && <QueryStates query={factors} rows={1} />}
        {factors.data && (
          <div className="space-y-6 p-5 sm:p-6">
            {start.data ? (
              <Suspense fallback={<SkeletonRows rows={3} height="h-16" />}>
                <SetUpApp setUp={start.data} email={email} onClose={close} />
              </Suspense>
            ) : (
              <>
                <p className="max-w-2xl text-sm leading-6 text-ink-soft">
                  {isOn
                    ? `After your password we ask for ${hasApp ? 'a code from your phone' : 'your passkey'}.`
                    : 'After your password, a code from your phone: whoever learns your password cannot log in with it alone. Your trust may call it multi-factor authentication (MFA).'}
                </p>
                {isOn && (
                  <FactorList
                    factors={factors.data.data}
                    codesLeft={factors.data.recovery_codes_left}
                    email={email}
                    newCodes={codes}
                    onNewCodes={setCodes}
                  />
                )}
                <div className="flex flex-wrap gap-3">
                  <Button
                    tone={isOn ? 'secondary' : 'primary'}
                    loading={start.isPending}
                    onClick={() => start.mutate()}
                  >
                    {hasApp ? 'Add another app' : isOn ? 'Add an app' : 'Set up two-step login'}
                  </Button>
                  {'PublicKeyCredential' in window && (
                    <Button
                      tone="secondary"
                      loading={passkey.isPending}
                      onClick={() => passkey.mutate(undefined, { onSuccess: showCodes })}
                    >
                      Add a passkey
                    </Button>
                  )}
                </div>
              </>
            )}
          </div>
        )}
      </div>
    </SectionCard>
  );
}
