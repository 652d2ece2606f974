import { Boosted, Unboosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { type SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import { type NotifyBoost, notifyBoost } from './notify-boost.decider.js';

/** Tells the owner of a content of its boosts, and of fewer when they are taken back; never of one's own. */
export const boostsReactor = (authors: SealedAuthors): Reactor<typeof Boosted | typeof Unboosted> => ({
  kind: 'reactor',
  name: 'boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  commands({ type, data, meta }) {
    const { boostId, boosterId, contentType, contentId, questionId, owner, toggle } = data;
    const accountId = authors.accountOf(owner);
    if (accountId === null || accountId === boosterId) return [];
    const input: NotifyBoost = {
      boostId,
      boosterId,
      contentType,
      contentId,
      questionId,
      recipient: owner,
      accountId,
      isBoosted: type === Boosted.type,
      toggle,
      notificationId: uuidv7(Date.parse(meta.occurredAt)),
    };
    return [{ definition: notifyBoost, input }];
  },
});
