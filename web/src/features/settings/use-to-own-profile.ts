import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

const AFTER_MS = 1000;

export function useToOwnProfile(username: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(`/@${encodeURIComponent(username)}`), AFTER_MS);
  };
}
