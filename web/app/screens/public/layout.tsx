import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/skip-link.tsx';
import { PublicFooter } from './footer.tsx';
import { PublicHeader } from './header.tsx';

/** What stands around every public page. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicHeader />
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
