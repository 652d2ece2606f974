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
import {
  type AppendedEvent,
  eventsOf,
  insertRows,
  type ReadModel,
  type Transaction,
  withRows,
} from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { noteNewest } from '../feeds/newest-posts.js';
import { type QuestionDefinition, questionEvents } from './question.aggregates.js';
import { type QuestionChange, questionChanges } from './question-changes.js';
import { insertReplies, pinReplies, removeReplies } from './reply.projection.js';

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
    const tagOf = (owner: Owner) => ownerTag(owner, authors);
    await insertRows(
      tx,
      'questions',
      asked.map((event) => questionRow(event, tagOf)),
    );
    const listed = asked.filter(({ data }) => data.targetId === null);
    await noteNewest(
      tx,
      'newest_questions',
      listed.map(({ data, meta }) => ({ accountId: data.owner.accountId, at: meta.occurredAt })),
    );
    await insertReplies(tx, posted, tagOf);
    await insertRows(
      tx,
      'reveals',
      revealed.map(({ data: { questionId, number, threshold, revealCount } }) => ({
        questionId,
        number,
        threshold,
        revealCount,
      })),
    );
    await pinReplies(tx, pinned);
    await removeReplies(tx, removals);
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

/** Only anonymous posts have a tag: beside a name it would reveal the author of the others. */
const ownerTag = (owner: Owner, authors: SealedAuthors) => {
  const authorId = authors.authorOf(owner);
  return authorId === null ? null : authors.tagOf(authorId);
};

const questionRow = (
  { version, data, meta }: AppendedEvent<typeof QuestionAsked>,
  tagOf: (owner: Owner) => string | null,
) => {
  const { questionId, owner, isAnonymous, allowAnonymousAnswers, titleTextId, descriptionTextId, targetId } = data;
  const isOpen = targetId === null;
  return {
    ...{ id: questionId, version, owner, ownerTag: tagOf(owner), isAnonymous, allowAnonymousAnswers, titleTextId },
    ...{ descriptionTextId, threshold: data.replyBoostThreshold, createdAt: meta.occurredAt, targetId },
    ...{ approval: isOpen ? 'open' : 'pending', listedAt: isOpen ? meta.occurredAt : null },
  };
};

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

const insertRoomChanges = (tx: Transaction, events: readonly AppendedEvent<QuestionDefinition>[]): Promise<void> =>
  insertRows(
    tx,
    'room_changes',
    events.flatMap((event) => {
      const change = roomChangeOf(event);
      return change ? [{ ...change, questionId: event.data.questionId }] : [];
    }),
  );

const moveRooms = (tx: Transaction, changes: readonly QuestionChange[]) =>
  withRows(
    tx,
    'question_id uuid, number int, replies int',
    changes,
    (given) =>
      `update questions q set last_number = greatest(q.last_number, number), reply_count = q.reply_count + replies from ${given} where q.id = question_id`,
  );

const changeQuestions = async (tx: Transaction, changes: readonly QuestionChange[]): Promise<void> => {
  if (changes.length === 0) return;
  await withRows(
    tx,
    `question_id uuid, version int, number int, replies int, latched int, approval text, approved_at timestamptz, pinned_reply_id uuid,
     is_edited boolean, title_text_id uuid, description_text_id uuid, removal_id uuid, removal_revision int`,
    changes.map(({ edited, removal, ...change }) => ({
      ...change,
      ...edited,
      isEdited: edited !== null,
      removalId: removal?.id,
      removalRevision: removal?.revision ?? 0,
    })),
    (given) => `update questions q set
       version = greatest(q.version, given.version), last_number = greatest(q.last_number, number), reply_count = q.reply_count + replies,
       latched = greatest(q.latched, given.latched), approval = coalesce(given.approval, q.approval),
       approved_at = coalesce(given.approved_at, q.approved_at), pinned_reply_id = coalesce(given.pinned_reply_id, q.pinned_reply_id),
       is_edited = q.is_edited or given.is_edited, title_text_id = coalesce(given.title_text_id, q.title_text_id),
       description_text_id = case when given.is_edited then given.description_text_id else q.description_text_id end,
       removal_id = case when given.removal_revision > q.removal_revision then given.removal_id else q.removal_id end,
       removal_revision = greatest(q.removal_revision, given.removal_revision)
     from ${given} where q.id = question_id`,
  );
  await tx.query(
    `update questions set listed_at = case when removal_id is null and approval = 'open' then coalesce(approved_at, created_at) end
     where id = any($1)`,
    [changes.map(({ questionId }) => questionId)],
  );
  const approved = changes.filter(({ approvedAt }) => approvedAt !== null);
  if (approved.length === 0) return;
  const { rows } = await tx.query<{ accountId: string | null; at: Date }>(
    `select owner ->> 'accountId' as "accountId", approved_at as at from questions where id = any($1) and approved_at is not null`,
    [approved.map(({ questionId }) => questionId)],
  );
  await noteNewest(tx, 'newest_questions', rows);
};
