import { LevelChanged } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { type NotifyLevel, notifyLevel } from './notify-once.decider.js';

/** Tells a person of each level that they rise to. */
export const levelsReactor = (keys: InboxKeys): Reactor<typeof LevelChanged> => ({
  kind: 'reactor',
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  async commands({ data, meta }) {
    const { accountId, level, previousLevel } = data;
    const owner = { accountId, sealed: null };
    const recipient = (await keys.peopleOf([owner])).recipientOf(owner);
    if (level <= previousLevel || !recipient) return [];
    const notificationId = uuidv7(Date.parse(meta.occurredAt));
    const input: NotifyLevel = { claim: `level-up:${accountId}:${level}`, notificationId, recipient, level };
    return [{ definition: notifyLevel, input }];
  },
});
