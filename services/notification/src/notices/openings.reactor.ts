import { randomUUID } from 'node:crypto';
import {
  Boosted,
  type CallContext,
  contentRpc,
  deadlineIn,
  type Owner,
  Revealed,
  type RpcOutput,
} from '@hearsay/contracts';
import type { SliceReactor } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { type NotifyOpening, notifyOpening } from './notify-once.decider.js';

const answerWithinMs = 5000;
/** An older opening is no news. A new installation of this reactor reads the whole log. */
const newsForMs = 7 * 24 * 3_600_000;

export interface Sources {
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
  readonly people: RpcOutput<typeof contentRpc.openingBoosters>['people'];
}

/**
 * Tells the people who boosted or watch a question that it is open, each of them once. Leaves out a signed author, who
 * gets the notification of the reveal. An anonymous author gets the same row as the others, and does not see it.
 */
const noticesOf = async (
  { keys, withoutReveals }: Sources,
  { questionId, owner, openedAt, boosts, people: audience }: Opening,
) => {
  const told = audience.filter(({ accountId }) => accountId !== owner.accountId);
  const ids = told.map(({ accountId }) => accountId);
  const [people, silent] = await Promise.all([keys.peopleOf([owner]), withoutReveals(ids)]);
  const authorId = people.personOf(owner);
  return told.flatMap(({ accountId, hasBoosted }) => {
    const recipient = people.recipientOf({ accountId, sealed: null });
    if (!recipient || silent.has(accountId)) return [];
    const about = { questionId, questionOwner: owner, boosts, isWatcher: !hasBoosted };
    const notificationId = uuidv7(openedAt);
    const claim = `opening:${questionId}:${accountId}`;
    const isOwn = recipient.personId === authorId;
    const input: NotifyOpening = { claim, notificationId, recipient, isOwn, ...about };
    return [{ definition: notifyOpening, input }];
  });
};

const nothing = { commands: [], next: null };

export const askingContext = (): CallContext => {
  return { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(answerWithinMs) };
};

const nextOf = ({ people }: Pick<Opening, 'people'>, most: number): string | null =>
  people.length === most ? people.at(-1)!.accountId : null;

/** For a question that a boost opened. The person who gave it knows already. */
export const openingsReactor = (sources: Sources): SliceReactor<typeof Boosted> => ({
  kind: 'slice-reactor',
  name: 'openings',
  source: 'engagement',
  events: [Boosted],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { hasReachedThreshold, questionId, boostId, boosterId: openerId, boostPeak, revision, owner } = data;
    const openedAt = Date.parse(occurredAt);
    if (!hasReachedThreshold || openedAt < sources.now() - newsForMs) return nothing;
    const input = { questionId, boostId, boostPeak, revision, after, limit: most };
    const audience = await sources.rpc.call(contentRpc.openingBoosters, input, askingContext());
    const people = audience.people.filter(({ accountId }) => accountId !== openerId);
    const commands = await noticesOf(sources, { questionId, owner, openedAt, boosts: audience.boosts, people });
    return { commands, next: nextOf(audience, most) };
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
    const audience = await sources.rpc.call(contentRpc.loweredBoosters, input, askingContext());
    const commands = await noticesOf(sources, { questionId, owner, openedAt, ...audience });
    return { commands, next: nextOf(audience, most) };
  },
});
