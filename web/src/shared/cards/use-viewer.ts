import { useSession } from '../session/use-session.ts';
import type { Viewer } from './content-rules.ts';

export function useViewer(): Viewer | null {
  const session = useSession();
  return session.state === 'in' ? session.user : null;
}
