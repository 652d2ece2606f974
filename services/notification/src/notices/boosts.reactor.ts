import { Boosted, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition, GroupReactor } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import type { ReadState } from '../inbox/reading.js';
import { type NotifyBoosts, notifyBoosts } from './notify-boosts.decider.js';

/**
 * Notifies owners of boosts. Skips boosts of one's own named content. A boost of one's own anonymous content makes a
 * hidden row, because a missing row would reveal the author.
 */
export const boostsReactor = (
  keys: InboxKeys,
  readings: AggregateDefinition<ReadState>,
): GroupReactor<typeof Boosted | typeof Unboosted> => {
  const definition = notifyBoosts(readings);
  return {
    kind: 'group-reactor',
    name: 'boosts',
    source: 'engagement',
    events: [Boosted, Unboosted],
    async commandsOfGroup(events) {
      const ofOthers = events.filter(({ data }) => data.owner.accountId !== data.boosterId);
      const groups = [...Map.groupBy(ofOthers, ({ data }) => data.contentId).values()];
      const people = await keys.recipientsOf(groups.map((group) => group.at(-1)!.data.owner));
      return groups.flatMap((group) => {
        const cause = group.at(-1)!;
        const { contentType, contentId, questionId, owner } = cause.data;
        const recipient = people.recipientOf(owner);
        if (!recipient) return [];
        const facts = group.map(({ type, data: { boostId, boosterId, toggle }, meta: { occurredAt: at } }) => {
          return { boostId, boosterId, toggle, isBoosted: type === Boosted.type, at };
        });
        const notificationId = uuidv7(Date.parse(cause.meta.occurredAt));
        const input: NotifyBoosts = { recipient, contentType, contentId, questionId, facts, notificationId };
        return [{ definition, input, cause }];
      });
    },
  };
};
