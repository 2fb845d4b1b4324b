import ChevronDown from 'lucide-react/icons/chevron-down';
import { Link, useLocation } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { MenuButton, MenuPanel } from '../../ui/menu.tsx';
import { AccountCorner } from './account-corner.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { headerLinks, productLinks } from './places.ts';

const linkStyle =
  'flex min-h-11 items-center rounded-control px-3 text-sm font-medium transition-colors hover:bg-paper-deep';

/**
 * The header of every public page (product P13 to P20). All of it works before React runs: the
 * menus are the browser's, and who is signed in is shown by the style sheet.
 */
export function PublicHeader() {
  const { pathname } = useLocation();
  const toTop = () => {
    if (pathname === '/') window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6 lg:h-20">
        <Link to="/" onClick={toTop} className="rounded-control py-1">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden grow items-center gap-1 lg:flex">
          <MenuButton panel="products-menu">
            Products
            <ChevronDown aria-hidden="true" className="size-4 text-muted" />
          </MenuButton>
          <MenuPanel id="products-menu" align="start" className="w-88">
            {productLinks.map(({ name, text, to }) => (
              <Link
                key={to}
                to={to}
                className="block rounded-control px-4 py-3 transition-colors hover:bg-teal-50"
              >
                <span className="block text-sm font-semibold">{name}</span>
                <span className="mt-0.5 block text-sm text-muted">{text}</span>
              </Link>
            ))}
          </MenuPanel>
          {headerLinks.map(({ name, to }) => (
            <Link key={to} to={to} className={linkStyle}>
              {name}
            </Link>
          ))}
        </nav>
        <AccountCorner />
        <MobileMenu />
      </div>
    </header>
  );
}
