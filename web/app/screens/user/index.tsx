import { Navigate } from 'react-router';

/** /user is the dashboard. */
export default function UserIndex() {
  return <Navigate to="/user/dashboard" replace />;
}
