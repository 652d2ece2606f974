import {
  ContentRemoved,
  type ContentRestored,
  type Owner,
  type ReplyPinned,
  type ReplyPosted,
} from '@hearsay/contracts';
import { type AppendedEvent, newestBy, type Transaction } from '@hearsay/event-store';

export const insertReplies = (
  tx: Transaction,
  posted: readonly AppendedEvent<typeof ReplyPosted>[],
  tagOf: (owner: Owner) => string | null,
) =>
  tx.query(
    `insert into replies (id, question_id, number, owner, is_anonymous, parent_reply_id, text_id, created_at, owner_tag)
     select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::jsonb[], $5::boolean[], $6::uuid[], $7::uuid[], $8::timestamptz[], $9::text[])`,
    [
      posted.map((event) => event.data.replyId),
      posted.map((event) => event.data.questionId),
      posted.map((event) => event.data.number),
      posted.map((event) => JSON.stringify(event.data.owner)),
      posted.map((event) => event.data.isAnonymous),
      posted.map((event) => event.data.parentReplyId),
      posted.map((event) => event.data.textId),
      posted.map((event) => event.meta.occurredAt),
      posted.map((event) => tagOf(event.data.owner)),
    ],
  );

/** A pinned reply opens at a threshold of its own. */
export const pinReplies = (tx: Transaction, pinned: readonly AppendedEvent<typeof ReplyPinned>[]) =>
  tx.query(
    `update replies set threshold = pinned.threshold from unnest($1::uuid[], $2::int[]) as pinned (id, threshold) where replies.id = pinned.id`,
    [pinned.map((event) => event.data.replyId), pinned.map((event) => event.data.boostThreshold)],
  );

/** The newest removal or return of each reply. */
export const removeReplies = async (
  tx: Transaction,
  removals: readonly AppendedEvent<typeof ContentRemoved | typeof ContentRestored>[],
): Promise<void> => {
  const facts = newestBy(
    removals,
    ({ data }) => data.contentId,
    ({ data }) => data.revision,
  );
  await tx.query(
    `update replies set removal_id = fact.removal_id, removal_revision = fact.revision
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as fact (id, removal_id, revision)
     where replies.id = fact.id and replies.removal_revision < fact.revision`,
    [
      facts.map(({ data }) => data.contentId),
      facts.map(({ type, data }) => (type === ContentRemoved.type ? data.removalId : null)),
      facts.map(({ data }) => data.revision),
    ],
  );
};
