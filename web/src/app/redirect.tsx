import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';

/** Leads on from the page where it was drawn. It does nothing once the user has navigated elsewhere, as signing out does. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const [from] = useState(useLocation().pathname);
  return window.location.pathname === from && <Navigate to={to} state={state} replace />;
}
