import { useSession } from '../session/use-session.ts';
import type { Looker } from './content-rules.ts';

/** The signed-in person, as far as the rules of content ask for them. */
export function useLooker(): Looker | null {
  const session = useSession();
  return session.state === 'in' ? session.user : null;
}
