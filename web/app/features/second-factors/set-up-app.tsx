import { confirmTotpBody } from 'contract/second-factors';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useConfirmTotp } from './use-second-factors.ts';

interface Props {
  setUp: { id: string; secret: string; otpauth_url: string };
  email: string;
  /** It was given up, or all three steps are done. */
  onClose: () => void;
}

/** An authenticator app in three steps: scan, type the first code, put the recovery codes away. */
export function SetUpApp({ setUp, email, onClose }: Props) {
  const [codes, setCodes] = useState<string[]>();
  const steps = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time what is to be done is new.
  useLayoutEffect(() => steps.current?.focus(), [codes]);
  return (
    <ol
      ref={steps}
      tabIndex={-1}
      aria-label="Set up an authenticator app"
      className="space-y-8 outline-none"
    >
      {codes ? (
        <Step number={3} title="Put your recovery codes away">
          <p className="text-sm leading-6 text-ink-soft">
            Without your phone, one of these logs you in. Each works once. Keep them where you keep
            your passport: they are shown only now.
          </p>
          <RecoveryCodes codes={codes} email={email} />
          <Button onClick={onClose}>I have kept them</Button>
        </Step>
      ) : (
        <>
          <Step number={1} title="Scan this with your authenticator app">
            <Scan {...setUp} />
          </Step>
          <Step number={2} title="Type the code that the app shows">
            <FirstCode id={setUp.id} onConfirmed={setCodes} onCancel={onClose} />
          </Step>
        </>
      )}
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 gap-y-3 sm:grid-cols-[2rem_minmax(0,1fr)]">
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-full bg-teal-700 text-sm font-semibold text-white"
      >
        {number}
      </span>
      <div className="min-w-0 space-y-4">
        <h3 className="pt-1 text-sm leading-6 font-semibold">
          <span className="sr-only">{`Step ${number} of 3: `}</span>
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

function Scan({ secret, otpauth_url }: Props['setUp']) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <div className="size-44 shrink-0 overflow-hidden rounded-control border border-line">
        <QrCode text={otpauth_url} label="QR code for your authenticator app" />
      </div>
      <div className="min-w-0 max-w-sm flex-[1_1_14rem] space-y-3 text-sm leading-6 text-ink-soft">
        <p>
          Microsoft Authenticator, Google Authenticator or a password manager: any app that shows
          codes will do.
        </p>
        <p className="lg:hidden">
          On this device? <TextLink href={otpauth_url}>Open your authenticator app</TextLink>
        </p>
        <p>
          Cannot scan it? Type this key:
          <code className="mt-1 block rounded-control bg-paper-deep px-3 py-2 font-mono text-ink select-all">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </p>
      </div>
    </div>
  );
}

interface FirstCodeProps {
  id: string;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}

function FirstCode({ id, onConfirmed, onCancel }: FirstCodeProps) {
  const confirm = useConfirmTotp();
  const { form, field, busy, refusal } = useForm({
    load: async () => ({
      schema: confirmTotpBody,
      send: async (body) => onConfirmed(await confirm(body)),
    }),
    logMessage: 'Setting up an authenticator app failed',
  });
  const { error, ...code } = field('code');
  return (
    <form noValidate aria-label="First code" className="space-y-4" {...form}>
      <input type="hidden" name="id" value={id} />
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits, such as 123 456."
        className="max-w-44"
        error={error}
        {...code}
      />
      {refusal && refusal !== error && <FieldError text={refusal} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={busy}>
          {busy ? 'Checking...' : 'Confirm'}
        </Button>
        <Button tone="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
