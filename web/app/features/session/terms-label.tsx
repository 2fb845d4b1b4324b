import { textLinkStyle } from './link-style.ts';

/** What the box at sign-up says. Both pages open beside the form, so that nothing typed is lost. */
export function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <a href="/terms" target="_blank" rel="noopener" className={textLinkStyle}>
        Terms of Service
        <span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      and the{' '}
      <a href="/privacy" target="_blank" rel="noopener" className={textLinkStyle}>
        Privacy Policy
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}
