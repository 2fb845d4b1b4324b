import type { ReactNode } from 'react';
import { InlineLink } from '../../ui/text-link.tsx';

interface Props {
  /** The URL of the rows; without one the figure stands alone. */
  to: string | undefined;
  /** What the rows are, for those who hear the link: 'active users'. */
  of: string;
  children: ReactNode;
}

/** A figure that leads to exactly the rows it was made of. */
export function FigureLink({ to, of, children }: Props) {
  if (to === undefined) return children;
  return (
    <InlineLink to={to}>
      {children}
      <span className="sr-only"> {of}</span>
    </InlineLink>
  );
}
