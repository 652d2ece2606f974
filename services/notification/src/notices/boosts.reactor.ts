import { Boosted, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition, GroupReactor, StoredEvent } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import type { Reading } from '../inbox/reading.js';
import { type BoostFact, type NotifyBoosts, notifyBoosts } from './notify-boosts.decider.js';

type BoostDefinition = typeof Boosted | typeof Unboosted;

/**
 * Skips own boosts of named content. Records and hides own boosts of anonymous content: a missing row would reveal the
 * author.
 */
export const boostsReactor = (
  keys: InboxKeys,
  readings: AggregateDefinition<Reading>,
): GroupReactor<BoostDefinition> => {
  const definition = notifyBoosts(readings);
  return {
    kind: 'group-reactor',
    name: 'boosts',
    source: 'engagement',
    events: [Boosted, Unboosted],
    async commandsOfGroup(events) {
      const byContent = new Map<string, { event: StoredEvent<BoostDefinition>; fact: BoostFact }[]>();
      for (const event of events) {
        const { boostId, boosterId, contentId, owner, toggle } = event.data;
        if (owner.accountId === boosterId) continue;
        const fact = { boostId, boosterId, toggle, isBoosted: event.type === Boosted.type, at: event.meta.occurredAt };
        const ofContent = byContent.get(contentId);
        if (ofContent) ofContent.push({ event, fact });
        else byContent.set(contentId, [{ event, fact }]);
      }
      const groups = [...byContent.values()];
      const people = await keys.recipientsOf(groups.map((acts) => acts.at(-1)!.event.data.owner));
      return groups.flatMap((acts) => {
        const { event: cause } = acts.at(-1)!;
        const { contentType, contentId, questionId, owner } = cause.data;
        const recipient = people.recipientOf(owner);
        if (!recipient) return [];
        const facts = acts.map(({ fact }) => fact);
        const notificationId = uuidv7(Date.parse(cause.meta.occurredAt));
        const input: NotifyBoosts = { recipient, contentType, contentId, questionId, facts, notificationId };
        return [{ definition, input, cause }];
      });
    },
  };
};
