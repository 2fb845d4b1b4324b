import { SignedInArea } from '../shell/signed-in-area.tsx';

/** The user area: anyone signed in. */
export default function UserLayout() {
  return <SignedInArea />;
}
