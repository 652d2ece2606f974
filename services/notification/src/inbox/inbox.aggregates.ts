import { ActNotified, BoostsNotified, LevelNotified, RepliesNotified, RevealNotified } from '@hearsay/contracts';
import { type AggregateDefinition, newStreamAggregate } from '@hearsay/event-store';
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

export const inboxDefinitions = [BoostsNotified, RepliesNotified, RevealNotified, LevelNotified, ActNotified];
export type InboxDefinition = (typeof inboxDefinitions)[number];

/** Every command names its inbox, so the inbox's lock also guards the other rows here. */
export const inboxAggregate: AggregateDefinition<Inbox, InboxDefinition> = {
  name: 'inbox',
  events: inboxDefinitions,
  evolve: ({ lastNumber }, { data }) => ({ lastNumber: Math.max(lastNumber, data.number ?? 0) }),
  load: loadInboxes,
  sendsAtOnce: true,
};

/**
 * Loaded without a lock, which would leave the transaction's id in a row of the reader. An act that joins during a read
 * raises the number, so it stays unread.
 */
export const readingAggregate = (seals: SealedAuthors): AggregateDefinition<Reading> => ({
  name: 'reading',
  events: [],
  evolve: (reading) => reading,
  load: loadReadings(seals),
  sendsAtOnce: true,
});

export const boostGroupAggregate: AggregateDefinition<Group, typeof BoostsNotified> = {
  name: 'boosts-of',
  events: [BoostsNotified],
  evolve(_, { data: { notificationId, number, count } }) {
    return notificationId === null ? noGroup : { notificationId, number: number ?? 0, count };
  },
  load: loadBoostGroups,
  sendsAtOnce: true,
};

export const replyGroupAggregate: AggregateDefinition<Group, typeof RepliesNotified> = {
  name: 'replies-for',
  events: [RepliesNotified],
  evolve: (_, { data: { notificationId, number, count } }) => ({ notificationId, number, count }),
  load: loadReplyGroups,
  sendsAtOnce: true,
};

export const replyGroupKey = (kind: 'comment' | 'reply', inbox: string, questionId: string): string =>
  `${kind}-${questionId}-${inbox}`;

/** Does not evolve inside a batch: one group makes one command of all acts on one content. */
export const boostActAggregate: AggregateDefinition<BoostAct> = {
  name: 'boost-act',
  events: [],
  evolve: (act) => act,
  load: loadBoostActs,
  sendsAtOnce: true,
};

export const singleAggregate = newStreamAggregate('notice', [RevealNotified, LevelNotified, ActNotified]);
