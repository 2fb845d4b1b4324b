import { Navigate } from 'react-router';

/** Unknown addresses below /user and /admin lead home (product P45). */
export default function ToHome() {
  return <Navigate to="/" replace />;
}
