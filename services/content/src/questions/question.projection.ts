import {
  ContentRemoved,
  ContentRestored,
  type Owner,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  ReplyPinned,
  ReplyPosted,
  Revealed,
} from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { noteNewest } from '../feeds/newest-posts.js';
import { type QuestionDefinition, questionEvents } from './question.aggregates.js';
import { type QuestionChange, questionChanges } from './question-changes.js';
import { insertReplies, pinReplies, removeReplies } from './reply.projection.js';

/** Questions with their rooms, replies and reveals: everything the pages of content are read from. */
export const questionRows = (authors: SealedAuthors): ReadModel<QuestionDefinition> => ({
  name: 'content.questions',
  events: questionEvents,
  tables: ['questions', 'replies', 'reveals', 'room_changes', 'newest_questions'],
  async apply(tx, all) {
    // Episodes are removed by the same events.
    const events = all.filter(
      ({ type, data }) => type === QuestionAsked.type || !('contentType' in data && data.contentType === 'podcast'),
    );
    const asked = eventsOf(events, QuestionAsked);
    const posted = eventsOf(events, ReplyPosted);
    const revealed = eventsOf(events, Revealed);
    const pinned = eventsOf(events, ReplyPinned);
    const removals = [...eventsOf(events, ContentRemoved), ...eventsOf(events, ContentRestored)].filter(
      ({ data }) => data.contentType === 'discussion',
    );
    if (asked.length > 0) {
      await insertQuestions(tx, asked, (owner) => ownerTag(owner, authors));
      const listed = asked.filter(({ data }) => data.targetId === null);
      await noteNewest(
        tx,
        'newest_questions',
        listed.map(({ data, meta }) => ({ accountId: data.owner.accountId, at: meta.occurredAt })),
      );
    }
    if (posted.length > 0) await insertReplies(tx, posted, (owner) => ownerTag(owner, authors));
    if (revealed.length > 0) await insertReveals(tx, revealed);
    if (pinned.length > 0) await pinReplies(tx, pinned);
    if (removals.length > 0) await removeReplies(tx, removals);
    await insertRoomChanges(tx, events);
    const changes = questionChanges(events);
    const isBusy = ({ version }: QuestionChange) => version === 0;
    await moveRooms(tx, changes.filter(isBusy));
    await changeQuestions(
      tx,
      changes.filter((change) => !isBusy(change)),
    );
  },
});

/** Only an anonymous post has a tag: beside a name it would give away whose the others are. */
const ownerTag = (owner: Owner, authors: SealedAuthors) => {
  const authorId = authors.authorOf(owner);
  return authorId === null ? null : authors.tagOf(authorId);
};

const insertQuestions = (
  tx: Transaction,
  asked: readonly AppendedEvent<typeof QuestionAsked>[],
  tagOf: (owner: Owner) => string | null,
) =>
  tx.query(
    `insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, description_text_id, threshold, created_at,
       owner_tag, target_id, approval, listed_at)
     select asked.*, case when target_id is null then 'open' else 'pending' end, case when target_id is null then created_at end
     from unnest($1::uuid[], $2::int[], $3::jsonb[], $4::boolean[], $5::boolean[], $6::uuid[], $7::uuid[], $8::int[], $9::timestamptz[],
       $10::text[], $11::uuid[]) as asked (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, description_text_id,
       threshold, created_at, owner_tag, target_id)`,
    [
      asked.map((event) => event.data.questionId),
      asked.map((event) => event.version),
      asked.map((event) => JSON.stringify(event.data.owner)),
      asked.map((event) => event.data.isAnonymous),
      asked.map((event) => event.data.allowAnonymousAnswers),
      asked.map((event) => event.data.titleTextId),
      asked.map((event) => event.data.descriptionTextId),
      asked.map((event) => event.data.replyBoostThreshold),
      asked.map((event) => event.meta.occurredAt),
      asked.map((event) => tagOf(event.data.owner)),
      asked.map((event) => event.data.targetId),
    ],
  );

const insertReveals = (tx: Transaction, revealed: readonly AppendedEvent<typeof Revealed>[]) =>
  tx.query(
    `insert into reveals (question_id, number, threshold, reveal_count) select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[])`,
    [
      revealed.map((event) => event.data.questionId),
      revealed.map((event) => event.data.number),
      revealed.map((event) => event.data.threshold),
      revealed.map((event) => event.data.revealCount),
    ],
  );

/** The entries of rooms that are neither replies nor reveals. */
const roomChangeOf = (
  event: AppendedEvent<QuestionDefinition>,
): { entry: string; replyId: string | null; number: number } | null => {
  switch (event.type) {
    case ContentRemoved.type:
    case ContentRestored.type: {
      const { number, contentId } = event.data;
      return number === null
        ? null
        : { entry: event.type === ContentRemoved.type ? 'removed' : 'restored', replyId: contentId, number };
    }
    case ReplyPinned.type:
      return { entry: 'pinned', replyId: event.data.replyId, number: event.data.number };
    case QuestionApproved.type:
      return { entry: 'approved', replyId: null, number: event.data.number };
    case QuestionEdited.type:
      return { entry: 'edited', replyId: null, number: event.data.number };
    default:
      return null;
  }
};

const insertRoomChanges = async (
  tx: Transaction,
  events: readonly AppendedEvent<QuestionDefinition>[],
): Promise<void> => {
  const changes = events.flatMap((event) => {
    const change = roomChangeOf(event);
    return change ? [{ ...change, questionId: event.data.questionId }] : [];
  });
  if (changes.length === 0) return;
  await tx.query(
    'insert into room_changes (question_id, number, entry, reply_id) select * from unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[])',
    [
      changes.map(({ questionId }) => questionId),
      changes.map(({ number }) => number),
      changes.map(({ entry }) => entry),
      changes.map(({ replyId }) => replyId),
    ],
  );
};

/** What replies change, the busiest of all. */
const moveRooms = async (tx: Transaction, changes: readonly QuestionChange[]): Promise<void> => {
  if (changes.length === 0) return;
  await tx.query(
    `update questions set last_number = greatest(questions.last_number, room.last_number), reply_count = questions.reply_count + room.replies
     from unnest($1::uuid[], $2::int[], $3::int[]) as room (question_id, last_number, replies) where questions.id = room.question_id`,
    [
      changes.map(({ questionId }) => questionId),
      changes.map(({ number }) => number),
      changes.map(({ replies }) => replies),
    ],
  );
};

const changeQuestions = async (tx: Transaction, changes: readonly QuestionChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const ids = changes.map(({ questionId }) => questionId);
  await tx.query(
    `update questions q set
       version = greatest(q.version, change.version), last_number = greatest(q.last_number, change.number), reply_count = q.reply_count + change.replies,
       latched = greatest(q.latched, change.latched), approval = coalesce(change.approval, q.approval),
       approved_at = coalesce(change.approved_at, q.approved_at), pinned_reply_id = coalesce(change.pinned_reply_id, q.pinned_reply_id),
       is_edited = q.is_edited or change.is_edited, title_text_id = coalesce(change.title_text_id, q.title_text_id),
       description_text_id = case when change.is_edited then change.description_text_id else q.description_text_id end,
       removal_id = case when change.removal_revision > q.removal_revision then change.removal_id else q.removal_id end,
       removal_revision = greatest(q.removal_revision, change.removal_revision)
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::uuid[], $9::boolean[], $10::uuid[],
       $11::uuid[], $12::uuid[], $13::int[]) as change (question_id, version, number, replies, latched, approval, approved_at, pinned_reply_id,
       is_edited, title_text_id, description_text_id, removal_id, removal_revision)
     where q.id = change.question_id`,
    [
      ids,
      changes.map(({ version }) => version),
      changes.map(({ number }) => number),
      changes.map(({ replies }) => replies),
      changes.map(({ latched }) => latched),
      changes.map(({ approval }) => approval),
      changes.map(({ approvedAt }) => approvedAt),
      changes.map(({ pinnedReplyId }) => pinnedReplyId),
      changes.map(({ edited }) => edited !== null),
      changes.map(({ edited }) => edited?.titleTextId ?? null),
      changes.map(({ edited }) => edited?.descriptionTextId ?? null),
      changes.map(({ removal }) => removal?.id ?? null),
      changes.map(({ removal }) => removal?.revision ?? 0),
    ],
  );
  await tx.query(
    `update questions set listed_at = case when removal_id is null and approval = 'open' then coalesce(approved_at, created_at) end
     where id = any($1)`,
    [ids],
  );
  const approved = changes.filter(({ approvedAt }) => approvedAt !== null);
  if (approved.length === 0) return;
  const { rows } = await tx.query<{ accountId: string | null; at: string }>(
    `select owner ->> 'accountId' as "accountId", approved_at::text as at from questions where id = any($1) and approved_at is not null`,
    [approved.map(({ questionId }) => questionId)],
  );
  await noteNewest(tx, 'newest_questions', rows);
};
