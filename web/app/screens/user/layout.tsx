import { SignedInArea } from '../shell/signed-in-area.tsx';

const staying = ['/user/subscriptions/plans'];

/** The user area: anyone signed in. */
export default function UserLayout() {
  return <SignedInArea staying={staying} />;
}
