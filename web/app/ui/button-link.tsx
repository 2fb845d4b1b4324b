import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-router';
import { type ButtonStyle, buttonStyle } from './button-style.ts';

/** A link within the site that looks like a button. */
export function ButtonLink({ tone, size, wide, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={clsx(buttonStyle({ tone, size, wide }), className)} />;
}
