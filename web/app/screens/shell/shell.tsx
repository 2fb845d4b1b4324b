import type { SessionUser } from 'contract/accounts';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { AccountMenu } from '../../features/session/account-menu.tsx';
import { ViewBanner } from '../../features/session/view-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Drawer } from '../../ui/signed-in/drawer.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { panelTitle } from './navigation.ts';
import { Sidebar } from './sidebar.tsx';

interface Props {
  /** Nobody where the session has ended and the page stays. */
  user: SessionUser | undefined;
  children: ReactNode;
}

/** What stands around every signed-in screen: header, sidebar or drawer (product U10 to U15). */
export function Shell({ user, children }: Props) {
  const [open, setOpen] = useState(false);
  const from = useLocation();
  const role = user?.role ?? 'user';
  const title = panelTitle(role);
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-line bg-white print:hidden">
        <div className="flex h-16 items-center gap-3 px-4 sm:px-6">
          <Button
            reads
            tone="secondary"
            className="lg:hidden"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <MenuIcon aria-hidden="true" className="size-4.5" />
            Menu
          </Button>
          <a href="/" className="rounded-control py-1">
            <Logo compact />
          </a>
          <div className="ml-auto">
            {user ? (
              <AccountMenu user={user} />
            ) : (
              <ButtonLink to="/login" state={{ from }} tone="quiet">
                Login
              </ButtonLink>
            )}
          </div>
        </div>
      </header>

      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)]">
        <aside
          aria-label={title}
          className="sticky top-16 hidden h-[calc(100dvh-4rem)] flex-col overflow-y-auto border-r border-line lg:flex print:hidden"
        >
          <p className="px-6 pt-6 text-sm font-semibold">{title}</p>
          <Sidebar role={role} />
        </aside>
        <Drawer open={open} onOpenChange={setOpen} title={title}>
          <Sidebar role={role} onFollow={() => setOpen(false)} />
        </Drawer>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 py-6 sm:px-6 lg:py-8 xl:px-10 xl:py-9"
        >
          <div className="mx-auto max-w-6xl space-y-5 sm:space-y-6">{children}</div>
        </main>
      </div>
      {user && <ViewBanner user={user} />}
    </div>
  );
}
