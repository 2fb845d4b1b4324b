import { brand } from 'contract/brand';
import type { FocusEventHandler, ReactNode, SubmitEventHandler } from 'react';
import { TextLink } from '../../ui/text-link.tsx';

interface Props {
  /** The form's name, for screen readers. */
  label: string;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onFocus: FocusEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/**
 * A form that our own code sends. Should the browser send it all the same, before that code has
 * arrived, `post` keeps what was typed out of the URL. With scripts off the form gives way to
 * an honest word.
 */
export function AccountForm({ label, onSubmit, onFocus, children }: Props) {
  return (
    <>
      <form
        noValidate
        method="post"
        onSubmit={onSubmit}
        onFocus={onFocus}
        aria-label={label}
        className="space-y-5 noscript:hidden"
      >
        {children}
      </form>
      <p className="hidden rounded-card border border-line bg-white p-5 text-ink-soft noscript:block">
        This form needs JavaScript, which is switched off in your browser. Switch it on and load the
        page again, or write to{' '}
        <TextLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</TextLink>.
      </p>
    </>
  );
}
