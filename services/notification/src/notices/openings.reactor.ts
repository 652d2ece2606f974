import { randomUUID } from 'node:crypto';
import { Boosted, type CallContext, contentRpc, deadlineIn, type Owner, Revealed } from '@hearsay/contracts';
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

interface Opening {
  readonly questionId: string;
  readonly owner: Owner;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly boosts: number;
  readonly boosterIds: readonly string[];
}

/**
 * Tells the other people who boosted a question that it is open. Leaves out a signed author, who gets the notification
 * of the reveal. An anonymous author gets the same row as the others, and does not see it.
 */
const noticesOf = async (
  { keys, withoutReveals }: Sources,
  { questionId, owner, openedAt, boosts, boosterIds }: Opening,
) => {
  const told = boosterIds.filter((id) => id !== owner.accountId);
  const [people, silent] = await Promise.all([keys.peopleOf([owner]), withoutReveals(told)]);
  const actorId = people.personOf(owner);
  return told.flatMap((accountId) => {
    const recipient = people.recipientOf({ accountId, sealed: null });
    if (!recipient || silent.has(accountId)) return [];
    const about = { questionId, questionOwner: owner, boosts, actorId };
    const notificationId = uuidv7(openedAt);
    const claim = `opening:${questionId}:${accountId}`;
    const input: NotifyOpening = { claim, notificationId, recipient, ...about };
    return [{ definition: notifyOpening, input }];
  });
};

const nothing = { commands: [], next: null };

const askingContext = (): CallContext => {
  return { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(answerWithinMs) };
};

const nextOf = (ids: readonly string[], most: number): string | null => (ids.length === most ? ids.at(-1)! : null);

/** For a question that a boost opened. The person who gave it knows already. */
export const openingsReactor = (sources: Sources): SliceReactor<typeof Boosted> => ({
  kind: 'slice-reactor',
  name: 'openings',
  source: 'engagement',
  events: [Boosted],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { hasReachedThreshold, questionId, boostId, boosterId: openerId, boostPeak, revision, owner } = data;
    const openedAt = Date.parse(occurredAt);
    if (!hasReachedThreshold || boostPeak < 2 || openedAt < sources.now() - newsForMs) return nothing;
    const input = { questionId, boostId, boostPeak, revision, after, limit: most };
    const { boosts, boosterIds } = await sources.rpc.call(contentRpc.openingBoosters, input, askingContext());
    const others = boosterIds.filter((id) => id !== openerId);
    const commands = await noticesOf(sources, { questionId, owner, openedAt, boosts, boosterIds: others });
    return { commands, next: nextOf(boosterIds, most) };
  },
});

/** For a question that its asker, or the end of its lock, opened. */
export const loweredOpeningsReactor = (sources: Sources): SliceReactor<typeof Revealed> => ({
  kind: 'slice-reactor',
  name: 'lowered-openings',
  source: 'content',
  events: [Revealed],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { questionId, owner, number, countsRevision: revision } = data;
    const openedAt = Date.parse(occurredAt);
    if (revision === undefined || openedAt < sources.now() - newsForMs) return nothing;
    const input = { questionId, number, revision, after, limit: most };
    const { boosts, boosterIds } = await sources.rpc.call(contentRpc.loweredBoosters, input, askingContext());
    const commands = await noticesOf(sources, { questionId, owner, openedAt, boosts, boosterIds });
    return { commands, next: nextOf(boosterIds, most) };
  },
});
