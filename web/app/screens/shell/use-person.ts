import type { SessionUser } from 'contract/accounts';
import { useOutletContext } from 'react-router';

/** The signed-in person, inside the guarded part of the site. */
export function usePerson(): SessionUser {
  return useOutletContext<SessionUser>();
}
