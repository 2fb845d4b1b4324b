import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { AccountDetails, Me, MyInitials } from './account-parts.tsx';
import { headerLinks, productLinks } from './places.ts';

const linkStyle = 'flex min-h-12 items-center rounded-control px-3 font-medium hover:bg-teal-50';

/** All that the wide header holds, on narrow screens (product P20). */
export function MobileMenu() {
  return (
    <div className="group ml-auto lg:hidden">
      <MenuButton panel="site-menu" className="border border-line bg-white font-semibold">
        <Menu aria-hidden="true" className="size-4.5 group-has-[:popover-open]:hidden" />
        <X aria-hidden="true" className="hidden size-4.5 group-has-[:popover-open]:block" />
        <span className="group-has-[:popover-open]:hidden">Menu</span>
        <span className="hidden group-has-[:popover-open]:inline">Close</span>
      </MenuButton>
      <div
        id="site-menu"
        popover="auto"
        className="fixed inset-x-0 top-16 bottom-auto max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-b border-line bg-white px-4 pt-3 pb-6 text-ink shadow-pop backdrop:top-16 backdrop:bg-ink-deep/45 sm:px-6 lg:hidden"
      >
        <nav aria-label="Main">
          <p className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">Products</p>
          {productLinks.map(({ name, to }) => (
            <a key={to} href={to} className={linkStyle}>
              {name}
            </a>
          ))}
          <div className="mt-2 border-t border-line pt-2">
            {headerLinks.map(({ name, to }) => (
              <a key={to} href={to} className={linkStyle}>
                {name}
              </a>
            ))}
          </div>
        </nav>
        <nav
          aria-label="Account"
          className="mt-3 grid grid-cols-2 gap-3 border-t border-line px-3 pt-5 signed-in:hidden"
        >
          <ButtonLink to="/login" tone="secondary" size="large">
            Login
          </ButtonLink>
          <ButtonLink to="/signup" size="large">
            Sign Up
          </ButtonLink>
        </nav>
        <div className="mt-3 hidden border-t border-line pt-4 signed-in:block">
          <p className="flex items-center gap-3 px-3 font-semibold">
            <MyInitials />
            <span className="min-w-0 truncate">
              <Me what="name" />
            </span>
          </p>
          <AccountDetails />
        </div>
      </div>
    </div>
  );
}
