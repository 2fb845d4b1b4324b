import ChevronDown from 'lucide-react/icons/chevron-down';
import { Logo } from '../../ui/logo.tsx';
import { MenuButton, MenuPanel } from '../../ui/menu.tsx';
import { AccountCorner } from './account-corner.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { headerLinks, productLinks } from './places.ts';

const linkStyle =
  'flex min-h-11 items-center rounded-control px-3 text-sm font-medium transition-colors hover:bg-paper-deep';

/**
 * The header of every public page (product P13 to P20). The menus are the browser's, and who is
 * signed in is shown by the style sheet.
 */
export function PublicHeader() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6 lg:h-20">
        <a href="/" className="rounded-control py-1">
          <Logo />
        </a>
        <nav aria-label="Main" className="hidden grow items-center gap-1 lg:flex">
          <MenuButton panel="products-menu">
            Products
            <ChevronDown aria-hidden="true" className="size-4 text-muted" />
          </MenuButton>
          <MenuPanel id="products-menu" align="start" className="w-88">
            {productLinks.map(({ name, text, to }) => (
              <a
                key={to}
                href={to}
                className="block rounded-control px-4 py-3 transition-colors hover:bg-teal-50"
              >
                <span className="block text-sm font-semibold">{name}</span>
                <span className="mt-0.5 block text-sm text-muted">{text}</span>
              </a>
            ))}
          </MenuPanel>
          {headerLinks.map(({ name, to }) => (
            <a key={to} href={to} className={linkStyle}>
              {name}
            </a>
          ))}
        </nav>
        <AccountCorner />
        <MobileMenu />
      </div>
    </header>
  );
}
