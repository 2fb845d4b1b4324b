import ChevronDown from 'lucide-react/icons/chevron-down';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MenuButton, MenuPanel } from '../../ui/menu.tsx';
import { AccountDetails, Me, MyInitials } from './account-parts.tsx';

/** Login and Sign Up, or whoever is signed in, at the end of the wide header (product P17, P18). */
export function AccountCorner() {
  return (
    <div className="hidden lg:block">
      <nav aria-label="Account" className="flex items-center gap-2 signed-in:hidden">
        <ButtonLink to="/login" tone="quiet">
          Login
        </ButtonLink>
        <ButtonLink to="/signup">Sign Up</ButtonLink>
      </nav>
      <div className="hidden signed-in:block">
        <MenuButton panel="account-menu">
          <MyInitials />
          <span className="max-w-44 truncate font-semibold">
            <Me what="name" />
          </span>
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </MenuButton>
        <MenuPanel id="account-menu" align="end" className="w-72">
          <AccountDetails />
        </MenuPanel>
      </div>
    </div>
  );
}
