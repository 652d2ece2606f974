import { useEffect, useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { LevelMoment } from './level-moment.tsx';

const keyOf = (userId: string): string => `level-shown:${userId}`;

/** The level that was shown last in this browser; null when none was. */
function levelShown(userId: string): number | null {
  try {
    return Number(localStorage.getItem(keyOf(userId))) || null;
  } catch {
    return null;
  }
}

function rememberLevel(userId: string, level: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(level));
  } catch {
    // Then it is shown by its number only.
  }
}

/** Shows a new level of one's own, once and large. A level that was lost and reached again is no news. */
export default function LevelUp() {
  const session = useSession();
  const user = session.state === 'in' ? session.user : null;
  const [shown, setShown] = useState<number | null>(null);
  const id = user?.id;
  const level = user?.level;
  useEffect(() => {
    if (id === undefined || level === undefined) return;
    const before = levelShown(id);
    if (before !== null && before >= level) return;
    rememberLevel(id, level);
    if (before !== null) setShown(level);
  }, [id, level]);
  if (shown === null) return null;
  return <LevelMoment level={shown} onClose={() => setShown(null)} />;
}
