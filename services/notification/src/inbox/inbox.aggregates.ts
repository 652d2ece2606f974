import { ActNotified, BoostsNotified, LevelNotified, RepliesNotified, RevealNotified } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import {
  type BoostAct,
  type Group,
  type Inbox,
  loadBoostActs,
  loadBoostGroups,
  loadInboxes,
  loadReadings,
  loadReplyGroups,
  noGroup,
} from './inbox.sql.js';
import type { Reading } from './reading.js';

/** Everything that the log of inboxes holds. */
export const inboxDefinitions = [BoostsNotified, RepliesNotified, RevealNotified, LevelNotified, ActNotified];
export type InboxDefinition = (typeof inboxDefinitions)[number];

/**
 * Key: an inbox key. Every command names the inbox that it changes, so its lock also guards the other rows here: the boosts of
 * a content and the replies for a person belong to one inbox.
 */
export const inboxAggregate: AggregateDefinition<Inbox, InboxDefinition> = {
  name: 'inbox',
  events: inboxDefinitions,
  evolve: ({ lastNumber }, { data }) => ({ lastNumber: Math.max(lastNumber, data.number ?? 0) }),
  load: loadInboxes,
  sendsAtOnce: true,
};

/**
 * What a person has read, only looked at: a lock would leave the transaction's id in a row of the reader's. So a notification may
 * be joined by an act that arrives while it is being read; its number rises with it, and it is unread again.
 */
export const readingAggregate = (seals: SealedAuthors): AggregateDefinition<Reading> => ({
  name: 'reading',
  events: [],
  evolve: (reading) => reading,
  load: (tx, keys) => loadReadings(seals, tx, keys),
  sendsAtOnce: true,
});

/** Key: content id. */
export const boostGroupAggregate: AggregateDefinition<Group, typeof BoostsNotified> = {
  name: 'boosts-of',
  events: [BoostsNotified],
  evolve(_, { data: { notificationId, number, count } }) {
    return notificationId === null ? noGroup : { notificationId, number: number ?? 0, count };
  },
  load: loadBoostGroups,
  sendsAtOnce: true,
};

/** Key: what it is, question and inbox key, see `replyGroupKey`. */
export const replyGroupAggregate: AggregateDefinition<Group, typeof RepliesNotified> = {
  name: 'replies-for',
  events: [RepliesNotified],
  evolve: (_, { data: { notificationId, number, count } }) => ({ notificationId, number, count }),
  load: loadReplyGroups,
  sendsAtOnce: true,
};

export const replyGroupKey = (kind: 'comment' | 'reply', inbox: string, questionId: string): string =>
  `${kind}-${questionId}-${inbox}`;

/**
 * Key: boost id. It does not evolve inside a batch: groups of a consumer follow one another, and inside a group all acts on one content
 * are one command.
 */
export const boostActAggregate: AggregateDefinition<BoostAct> = {
  name: 'boost-act',
  events: [],
  evolve: (act) => act,
  load: loadBoostActs,
  sendsAtOnce: true,
};

/** Key: id of a notification that is made once, and then only read and deleted. */
export const singleAggregate: AggregateDefinition<
  null,
  typeof RevealNotified | typeof LevelNotified | typeof ActNotified
> = {
  name: 'notice',
  events: [RevealNotified, LevelNotified, ActNotified],
  evolve: () => null,
  load: async (_tx, keys) => new Map(keys.map((key) => [key, { version: 0, state: null }])),
  sendsAtOnce: true,
};
