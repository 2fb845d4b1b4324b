import { Link } from 'react-router';
import { textLinkStyle } from './link-style.ts';

/** What the box at sign-up says. Both pages open beside the form, so that nothing typed is lost. */
export function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <Link to="/terms" target="_blank" className={textLinkStyle}>
        Terms of Service
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank" className={textLinkStyle}>
        Privacy Policy
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </>
  );
}
