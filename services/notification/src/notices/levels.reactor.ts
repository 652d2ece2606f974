import { LevelChanged } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { type Notify, notify } from './notify.decider.js';

/** Tells a person of each level once, also when XP goes up and down around it. */
export const levelsReactor: Reactor<typeof LevelChanged> = {
  kind: 'reactor',
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  commands({ data, meta }) {
    const { accountId, level, previousLevel } = data;
    if (level <= previousLevel) return [];
    const input: Notify = {
      claim: `level-up:${accountId}:${level}`,
      notificationId: uuidv7(Date.parse(meta.occurredAt)),
      recipient: { accountId, sealed: null },
      accountId,
      kind: 'level-up',
      type: 'other',
      actorId: null,
      contentType: null,
      contentId: null,
      questionId: null,
      level,
    };
    return [{ definition: notify, input }];
  },
};
