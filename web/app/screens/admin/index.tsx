import { Navigate } from 'react-router';

/** /admin is the dashboard. */
export default function AdminIndex() {
  return <Navigate to="/admin/dashboard" replace />;
}
