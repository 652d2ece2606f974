import {
  ActNotified,
  type AnyEventDefinition,
  BoostsNotified,
  LevelNotified,
  OpeningNotified,
  RepliesNotified,
  RevealNotified,
} from '@hearsay/contracts';
import { type AggregateDefinition, appendOnlyAggregate, rowAggregate } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import {
  type BoostAct,
  emptyGroup,
  loadBoostActs,
  loadBoostGroups,
  loadInboxes,
  loadReadStates,
  loadReplyGroups,
} from './inbox.sql.js';
import type { ReadState } from './reading.js';

export const inboxEvents = [
  BoostsNotified,
  RepliesNotified,
  RevealNotified,
  OpeningNotified,
  LevelNotified,
  ActNotified,
];
export type InboxEventDefinition = (typeof inboxEvents)[number];

/** Every command locks the recipient's inbox. This lock also guards the groups and boosts below. */
export const inboxAggregate = rowAggregate('inbox', inboxEvents, loadInboxes, ({ lastNumber }, { data }) => ({
  lastNumber: Math.max(lastNumber, data.number ?? 0),
}));

/**
 * Loads without a lock, because a lock would write the transaction's id into the row with the reader's marks. No lock
 * is needed: an act that joins a notification meanwhile raises its number, so the notification stays unread.
 */
export const readStateAggregate = (seals: SealedAuthors): AggregateDefinition<ReadState> =>
  rowAggregate<ReadState, AnyEventDefinition>('reading', [], loadReadStates(seals), (reading) => reading);

export const boostGroupAggregate = rowAggregate('boosts-of', [BoostsNotified], loadBoostGroups, (_, { data }) => {
  const { notificationId, number, count } = data;
  return notificationId === null ? emptyGroup : { notificationId, number: number ?? 0, count };
});

export const replyGroupAggregate = rowAggregate('replies-for', [RepliesNotified], loadReplyGroups, (_, { data }) => {
  const { notificationId, number, count } = data;
  return { notificationId, number, count };
});

export const replyGroupKey = (kind: 'comment' | 'reply', inbox: string, questionId: string): string =>
  `${kind}-${questionId}-${inbox}`;

/** The state does not evolve inside a batch, because a batch has only one command about the boosts of a post. */
export const boostActAggregate = rowAggregate<BoostAct, AnyEventDefinition>(
  'boost-act',
  [],
  loadBoostActs,
  (act) => act,
);

export const singleNoticeAggregate = appendOnlyAggregate('notice', [
  RevealNotified,
  OpeningNotified,
  LevelNotified,
  ActNotified,
]);
