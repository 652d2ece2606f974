import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** How long one sees that it was saved before one sees it on the profile. */
const AFTER_MS = 1000;

/** Goes to one's own profile a second after a save, unless one has left meanwhile. */
export function useToOwnProfile(username: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(`/@${encodeURIComponent(username)}`), AFTER_MS);
  };
}
