import {
  ContentRemoved,
  type ContentRestored,
  type Owner,
  type ReplyPinned,
  type ReplyPosted,
} from '@hearsay/contracts';
import { type AppendedEvent, insertRows, newestBy, type Transaction, updateRows } from '@hearsay/event-store';

export const insertReplies = (
  tx: Transaction,
  posted: readonly AppendedEvent<typeof ReplyPosted>[],
  tagOf: (owner: Owner) => string | null,
): Promise<void> =>
  insertRows(
    tx,
    'replies',
    posted.map(({ data: { replyId, questionId, number, owner, isAnonymous, parentReplyId, textId }, meta }) => ({
      ...{ id: replyId, questionId, number, owner, isAnonymous, parentReplyId, textId },
      ...{ createdAt: meta.occurredAt, ownerTag: tagOf(owner) },
    })),
  );

export const pinReplies = (tx: Transaction, pinned: readonly AppendedEvent<typeof ReplyPinned>[]): Promise<void> =>
  updateRows(
    tx,
    'replies',
    'id',
    pinned.map(({ data }) => ({ id: data.replyId, threshold: data.boostThreshold })),
  );

export const removeReplies = (
  tx: Transaction,
  removals: readonly AppendedEvent<typeof ContentRemoved | typeof ContentRestored>[],
): Promise<void> => {
  const facts = newestBy(
    removals,
    ({ data }) => data.contentId,
    ({ data }) => data.revision,
  ).map(({ type, data }) => ({
    id: data.contentId,
    removalId: type === ContentRemoved.type ? data.removalId : null,
    removalRevision: data.revision,
  }));
  return updateRows(tx, 'replies', 'id', facts, 'replies.removal_revision < given.removal_revision');
};
