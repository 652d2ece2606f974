import { useQueryClient } from '@tanstack/react-query';
import { useUser } from '../session/session.ts';
import { muteTexts } from '../texts/mutes.ts';
import { useOneActAtATime } from '../toast/use-one-act-at-a-time.ts';
import { BlockIcon, MuteIcon } from '../ui/card-icons.tsx';
import type { MenuItem } from '../ui/menu-items.tsx';
import { useOwnMutes } from './mute.queries.ts';
import { type MuteTarget, setMute } from './set-mute.ts';

interface MuteTargets {
  /** Null for an anonymous author. */
  readonly person: { readonly id: string; readonly username: string } | null;
  readonly questionId?: string | null;
}

/**
 * Menu entries for a post or a profile. None for visitors and for own posts. Until blocks and mutes are read, the
 * entries offer to mute, because an entry that is added later would move the others under a finger.
 */
export function useMuteItems({ person, questionId = null }: MuteTargets): MenuItem[] {
  const client = useQueryClient();
  const viewer = useUser();
  const once = useOneActAtATime();
  const isMuted = useOwnMutes();
  if (!viewer) return [];
  const itemFor = (mutable: MuteTarget, labels: { readonly on: string; readonly off: string }): MenuItem => {
    const isOn = isMuted?.(mutable.kind, mutable.id) ?? false;
    const Icon = mutable.kind === 'block' ? BlockIcon : MuteIcon;
    return {
      label: isOn ? labels.off : labels.on,
      icon: <Icon size={20} />,
      onChoose: once(() => setMute(client, mutable, !isOn)),
    };
  };
  const items: MenuItem[] = [];
  if (questionId !== null) {
    const labels = { on: muteTexts.muteQuestion, off: muteTexts.unmuteQuestion };
    items.push(itemFor({ kind: 'question', id: questionId, username: '' }, labels));
  }
  if (person && person.id !== viewer.id) {
    const { username } = person;
    const [mute, block] = [
      { on: muteTexts.mute(username), off: muteTexts.unmute(username) },
      { on: muteTexts.block(username), off: muteTexts.unblock(username) },
    ];
    items.push(itemFor({ ...person, kind: 'person' }, mute), itemFor({ ...person, kind: 'block' }, block));
  }
  return items;
}
