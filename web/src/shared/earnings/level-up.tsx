import { highestLevel, levelByNumber } from '@hearsay/game-rules';
import { useEffect, useState } from 'react';
import { useUser } from '../session/session.ts';
import { readStored, writeStored } from '../store/storage.ts';
import { dialogTexts } from '../texts/acts.ts';
import { SoundBars } from '../ui/bars.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { NextLevelBar } from '../ui/level-bar.tsx';
import { Avatar } from '../ui/person.tsx';
import { Sheet } from '../ui/sheet.tsx';

const keyOf = (userId: string): string => `level-shown:${userId}`;

/** Shows each new level once, not again after it was lost and regained. */
export default function LevelUpDialog() {
  const user = useUser();
  const [shown, setShown] = useState<number | null>(null);
  const id = user?.id;
  const level = user?.level;
  useEffect(() => {
    if (id === undefined || level === undefined) return;
    const before = Number(readStored(keyOf(id))) || null;
    if (before !== null && before >= level) return;
    writeStored(keyOf(id), String(level));
    if (before !== null) setShown(level);
  }, [id, level]);
  if (shown === null || !user) return null;
  return <LevelMoment user={user} level={shown} onClose={() => setShown(null)} />;
}

interface LevelMomentProps {
  readonly user: NonNullable<ReturnType<typeof useUser>>;
  readonly level: number;
  readonly onClose: () => void;
}

function LevelMoment({ user, level, onClose }: LevelMomentProps) {
  const texts = dialogTexts.level;
  const { badge, border } = levelByNumber(level);
  return (
    <Sheet title={texts.title(level)} onClose={onClose}>
      <div className="flex flex-col items-center gap-3 pt-6 pb-5 text-center">
        <span className="level-ring draws-itself" data-level-badge={border} data-large>
          <Avatar user={user} size={128} ring={null} />
        </span>
        {badge && (
          <p className="mt-2 flex items-center gap-2 font-display text-[1.625rem] font-bold text-amber capitalize">
            <SoundBars size={24} />
            <span>{badge}</span>
          </p>
        )}
        <p className="text-soft">{level === highestLevel ? texts.top : texts.text}</p>
        {user.xp !== undefined && (
          <div className="w-full pt-2">
            <NextLevelBar xp={user.xp} />
          </div>
        )}
        <LinkButton weight="quiet" to="/aura-settings" onClick={onClose}>
          {texts.toAuras}
        </LinkButton>
      </div>
      <Button data-first className="w-full" onClick={onClose}>
        {texts.close}
      </Button>
    </Sheet>
  );
}
