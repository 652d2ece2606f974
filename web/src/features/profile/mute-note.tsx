import type { User } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useOwnMutes } from '../../shared/mutes/mute.queries.ts';
import { setMute } from '../../shared/mutes/set-mute.ts';
import { muteTexts } from '../../shared/texts/mutes.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { TextButton } from '../../shared/ui/button.tsx';

/** Tells the viewer that they block or mute this person. The person is never told. */
export function MuteNote({ user }: { user: Pick<User, 'id' | 'username'> }) {
  const client = useQueryClient();
  const once = useOneActAtATime();
  const isMuted = useOwnMutes();
  const { done, unblock, unmute } = muteTexts;
  const kind = (['block', 'person'] as const).find((each) => isMuted?.(each, user.id));
  if (!kind) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1 text-sm text-soft">
      <span className="words">{done[kind](user.username)}</span>
      <TextButton onClick={once(() => setMute(client, { ...user, kind }, false))}>
        {(kind === 'block' ? unblock : unmute)(user.username)}
      </TextButton>
    </p>
  );
}
