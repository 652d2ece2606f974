import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';

/** Redirects unless another navigation has come first, such as that of a sign-out. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const [from] = useState(useLocation().pathname);
  return window.location.pathname === from && <Navigate to={to} state={state} replace />;
}
