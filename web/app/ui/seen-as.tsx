import { clsx } from 'clsx';
import { type ComponentProps, createContext, useContext } from 'react';

/** Whether an admin sees these pages as the user has them, and changes nothing on them (product D502). */
export const SeenAs = createContext(false);

/** The element that says so on every such page. */
export const seenAsWordsId = 'seen-as-words';

/** A link that hands out what acts, such as the way into a product: it leads nowhere for who only sees. */
export function ActingLink({ href, children, className, ...rest }: ComponentProps<'a'>) {
  const isHeld = useContext(SeenAs);
  if (!isHeld) {
    return (
      <a {...rest} href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere now, and says so.
    <a
      role="link"
      tabIndex={0}
      aria-disabled="true"
      aria-describedby={seenAsWordsId}
      className={clsx(className, 'cursor-not-allowed opacity-55')}
    >
      {children}
    </a>
  );
}
