import { SignedInArea } from '../shell/signed-in-area.tsx';

/** The admin area: admins only. */
export default function AdminLayout() {
  return <SignedInArea roles={['admin']} />;
}
