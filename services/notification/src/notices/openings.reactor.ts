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
import type { PreferencesQueries } from '../preferences/preferences.sql.js';
import { type NotifyOpening, notifyOpening } from './notify-once.decider.js';

const callTimeoutMs = 5000;
/** Older openings make no notice. When this reactor is installed, it reads the whole log, with all old openings. */
const maxOpeningAgeMs = 7 * 24 * 3_600_000;

export interface OpeningDependencies {
  readonly rpc: Pick<RpcClient, 'call'>;
  readonly keys: InboxKeys;
  readonly preferences: PreferencesQueries;
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
 * One notice for each person who boosted or watches the opened question. Leaves out a signed author, who is notified of
 * the reveal. An anonymous author gets the same row as other people, but no read shows it.
 */
const noticesOf = async (
  { keys, preferences }: OpeningDependencies,
  { questionId, owner, openedAt, boosts, people: audience }: Opening,
) => {
  const told = audience.filter(({ accountId }) => accountId !== owner.accountId);
  const ids = told.map(({ accountId }) => accountId);
  const [people, silent] = await Promise.all([keys.peopleOf([owner]), preferences.accountsWithRevealsOff(ids)]);
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

const emptySlice = { commands: [], next: null };

/** For calls on behalf of no person. Has a new correlation id, and a deadline in five seconds. */
export const newCallContext = (): CallContext => {
  return { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(callTimeoutMs) };
};

const nextOf = ({ people }: Pick<Opening, 'people'>, most: number): string | null =>
  people.length === most ? people.at(-1)!.accountId : null;

/**
 * Notifies of questions that a boost opened. Skips the person who gave this boost, because they saw the question open.
 */
export const openingsReactor = (sources: OpeningDependencies): SliceReactor<typeof Boosted> => ({
  kind: 'slice-reactor',
  name: 'openings',
  source: 'engagement',
  events: [Boosted],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { hasReachedThreshold, questionId, boostId, boosterId: openerId, boostPeak, revision, owner } = data;
    const openedAt = Date.parse(occurredAt);
    if (!hasReachedThreshold || openedAt < sources.now() - maxOpeningAgeMs) return emptySlice;
    const input = { questionId, boostId, boostPeak, revision, after, limit: most };
    const audience = await sources.rpc.call(contentRpc.openingBoosters, input, newCallContext());
    const people = audience.people.filter(({ accountId }) => accountId !== openerId);
    const commands = await noticesOf(sources, { questionId, owner, openedAt, boosts: audience.boosts, people });
    return { commands, next: nextOf(audience, most) };
  },
});

/** Makes notifications of questions that opened because the asker lowered the threshold, or because the lock ended. */
export const loweredOpeningsReactor = (sources: OpeningDependencies): SliceReactor<typeof Revealed> => ({
  kind: 'slice-reactor',
  name: 'lowered-openings',
  source: 'content',
  events: [Revealed],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { questionId, owner, number, countsRevision: revision } = data;
    const openedAt = Date.parse(occurredAt);
    if (revision === undefined || openedAt < sources.now() - maxOpeningAgeMs) return emptySlice;
    const input = { questionId, number, revision, after, limit: most };
    const audience = await sources.rpc.call(contentRpc.loweredBoosters, input, newCallContext());
    const commands = await noticesOf(sources, { questionId, owner, openedAt, ...audience });
    return { commands, next: nextOf(audience, most) };
  },
});
