import { randomUUID } from 'node:crypto';
import { Boosted, contentRpc, deadlineIn } from '@hearsay/contracts';
import type { SliceReactor } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { type NotifyOpening, notifyOpening } from './notify-once.decider.js';

const answerWithinMs = 5000;
/** An older opening is no news. A new installation of this reactor reads the whole log. */
const newsForMs = 7 * 24 * 3_600_000;

interface Sources {
  readonly rpc: Pick<RpcClient, 'call'>;
  readonly keys: InboxKeys;
  /** Those of the accounts that switched these notifications off. */
  withoutReveals(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  readonly now: () => number;
}

/**
 * Tells the other people who boosted a question that it is open. Leaves out a signed author, who gets the notification
 * of the reveal. An anonymous author gets the same row as the others, and does not see it.
 */
export const openingsReactor = ({ rpc, keys, withoutReveals, now }: Sources): SliceReactor<typeof Boosted> => ({
  kind: 'slice-reactor',
  name: 'openings',
  source: 'engagement',
  events: [Boosted],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { hasReachedThreshold, questionId, boostId, boosterId: openerId, boostPeak, revision, owner } = data;
    const openedAt = Date.parse(occurredAt);
    if (!hasReachedThreshold || boostPeak < 2 || openedAt < now() - newsForMs) return { commands: [], next: null };
    const context = { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(answerWithinMs) };
    const input = { questionId, boostId, boostPeak, revision, after, limit: most };
    const { boosts, boosterIds } = await rpc.call(contentRpc.openingBoosters, input, context);
    const told = boosterIds.filter((id) => id !== openerId && id !== owner.accountId);
    const [people, silent] = await Promise.all([keys.peopleOf([owner]), withoutReveals(told)]);
    const actorId = people.personOf(owner);
    const commands = told.flatMap((accountId) => {
      const recipient = people.recipientOf({ accountId, sealed: null });
      if (!recipient || silent.has(accountId)) return [];
      const about = { questionId, questionOwner: owner, boosts, actorId };
      const notificationId = uuidv7(openedAt);
      const command: NotifyOpening = {
        claim: `opening:${questionId}:${accountId}`,
        notificationId,
        recipient,
        ...about,
      };
      return [{ definition: notifyOpening, input: command }];
    });
    return { commands, next: boosterIds.length === most ? boosterIds.at(-1)! : null };
  },
});
