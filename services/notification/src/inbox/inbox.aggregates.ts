import {
  ActNotified,
  type AnyEventDefinition,
  BoostsNotified,
  LevelNotified,
  RepliesNotified,
  RevealNotified,
} from '@hearsay/contracts';
import { type AggregateDefinition, newStreamAggregate, rowAggregate } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import {
  type BoostAct,
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
export const inboxAggregate = rowAggregate('inbox', inboxDefinitions, loadInboxes, ({ lastNumber }, { data }) => ({
  lastNumber: Math.max(lastNumber, data.number ?? 0),
}));

/**
 * Loaded without a lock, which would leave the transaction's id in a row of the reader. An act that joins during a read
 * raises the number, so it stays unread.
 */
export const readingAggregate = (seals: SealedAuthors): AggregateDefinition<Reading> =>
  rowAggregate<Reading, AnyEventDefinition>('reading', [], loadReadings(seals), (reading) => reading);

export const boostGroupAggregate = rowAggregate('boosts-of', [BoostsNotified], loadBoostGroups, (_, { data }) => {
  const { notificationId, number, count } = data;
  return notificationId === null ? noGroup : { notificationId, number: number ?? 0, count };
});

export const replyGroupAggregate = rowAggregate('replies-for', [RepliesNotified], loadReplyGroups, (_, { data }) => {
  const { notificationId, number, count } = data;
  return { notificationId, number, count };
});

export const replyGroupKey = (kind: 'comment' | 'reply', inbox: string, questionId: string): string =>
  `${kind}-${questionId}-${inbox}`;

/** Does not evolve inside a batch: one group makes one command of all acts on one content. */
export const boostActAggregate = rowAggregate<BoostAct, AnyEventDefinition>(
  'boost-act',
  [],
  loadBoostActs,
  (act) => act,
);

export const singleAggregate = newStreamAggregate('notice', [RevealNotified, LevelNotified, ActNotified]);
