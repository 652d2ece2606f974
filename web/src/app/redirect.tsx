import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';

/** Redirects unless the user has already navigated elsewhere, as signing out does. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const [from] = useState(useLocation().pathname);
  return window.location.pathname === from && <Navigate to={to} state={state} replace />;
}
