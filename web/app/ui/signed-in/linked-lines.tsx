import { InlineLink } from '../text-link.tsx';
import { TwoLines } from './two-lines.tsx';

/** A name that leads on, and a quieter line below. A name of any script keeps to its own direction. */
export function LinkedLines({ first, second, to }: { first: string; second: string; to: string }) {
  return (
    <TwoLines
      first={
        <InlineLink to={to}>
          <bdi>{first}</bdi>
        </InlineLink>
      }
      second={second}
      shows="not-on-phones"
    />
  );
}
