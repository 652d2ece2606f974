import type { StoredUser } from '../../shared/session/stored-user.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Username } from '../../shared/ui/username.tsx';

const texts = chatTexts.composer;

interface NameSwitchProps {
  readonly user: StoredUser;
  readonly isAnonymous: boolean;
  /** Absent where there is no choice: the question takes names only, or its asker has to stay unnamed. */
  readonly onAnonymous?: (isAnonymous: boolean) => void;
}

/** Says under which name the next message goes, and changes that. */
export function NameSwitch({ user, isAnonymous, onAnonymous }: NameSwitchProps) {
  return (
    <button
      type="button"
      disabled={!onAnonymous}
      onClick={() => onAnonymous?.(!isAnonymous)}
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 text-left text-[min(0.875rem,6vw)] font-semibold"
    >
      <Avatar user={isAnonymous ? null : user} size={26} />
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <span className="min-w-0 wrap-anywhere">
          {isAnonymous ? (
            <span className="text-whisper">{texts.anonymous}</span>
          ) : (
            <Username name={texts.asName(user.username)} />
          )}
        </span>
        {onAnonymous && <span className="font-medium text-soft underline underline-offset-4">{texts.changeName}</span>}
      </span>
    </button>
  );
}
