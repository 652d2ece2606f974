import { useSession } from '../session/use-session.ts';
import type { Looker } from './content-rules.ts';

export function useLooker(): Looker | null {
  const session = useSession();
  return session.state === 'in' ? session.user : null;
}
