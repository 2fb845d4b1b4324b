import { Navigate } from 'react-router';

/** Unknown addresses below /user and /admin lead home (spec 2.6). */
export default function ToHome() {
  return <Navigate to="/" replace />;
}
