import { MuteChanged } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { setFollow } from './follow.decider.js';

/** A block ends the follow by the blocked person. When the block is undone, the follow is not restored. */
export const blocksReactor: Reactor<typeof MuteChanged> = {
  kind: 'reactor',
  name: 'blocks',
  source: 'identity',
  events: [MuteChanged],
  commands: ({ data: { accountId, kind, mutedId, isOn } }) =>
    kind === 'block' && isOn
      ? [{ definition: setFollow, input: { followerId: mutedId, followedId: accountId, isFollowing: false } }]
      : [],
};
