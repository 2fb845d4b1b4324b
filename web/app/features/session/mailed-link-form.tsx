import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { AccountForm } from './account-form.tsx';
import { linkStyle } from './link-style.ts';
import { useMailedToken } from './use-mailed-token.ts';

interface Props {
  /** The form's name, and what its button says. */
  label: string;
  load: () => Promise<{
    schema: z.ZodObject<{ token: z.ZodString }>;
    send: (values: { token: string }) => Promise<void>;
  }>;
  logMessage: string;
  /** What is said in place of the button once it is done. */
  done: ReactNode;
  /** Where one goes then. */
  next?: { to: string; label: string };
}

const toLogin = { to: '/login', label: 'Continue' };

/**
 * What a mailed link leads to: one press of a button, since programs that look for harmful mail open
 * links and press nothing.
 */
export function MailedLinkForm({ label, load, logMessage, done, next = toLogin }: Props) {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  const { form, field, busy, refusal } = useForm({
    load,
    logMessage,
    onSuccess: () => setDone(true),
  });
  const wrong = refusal ?? field('token').error;
  return (
    <>
      {isDone ? (
        <Done>{done}</Done>
      ) : (
        <AccountForm label={label} {...form}>
          <input type="hidden" name="token" value={token} />
          {wrong && <FieldError text={wrong} />}
          <Button type="submit" size="large" wide loading={busy}>
            {label}
          </Button>
        </AccountForm>
      )}
      <p className="mt-8 text-center text-sm">
        <Link to={isDone ? next.to : '/login'} className={linkStyle}>
          {isDone ? next.label : 'Back to Login'}
        </Link>
      </p>
      {busy && <Overlay title="Processing" text="Please wait a moment" />}
    </>
  );
}

/** Takes the keyboard, and is read out: the button that was pressed is gone. */
function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="rounded-card border border-good-line bg-good-soft p-5 text-ink-soft"
    >
      {children}
    </div>
  );
}
