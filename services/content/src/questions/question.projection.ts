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
  newestBy,
  type ReadModel,
  type Transaction,
  updateRows,
  withRows,
} from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { noteNewest } from '../feeds/newest-posts.js';
import { type QuestionDefinition, questionEvents } from './question.aggregates.js';
import { type QuestionChange, questionChanges } from './question-changes.js';

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

const insertReplies = (
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

const pinReplies = (tx: Transaction, pinned: readonly AppendedEvent<typeof ReplyPinned>[]): Promise<void> =>
  updateRows(
    tx,
    'replies',
    'id',
    pinned.map(({ data }) => ({ id: data.replyId, threshold: data.boostThreshold })),
  );

const removeReplies = (
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

const roomEntries: Readonly<Record<string, string>> = {
  [ContentRemoved.type]: 'removed',
  [ContentRestored.type]: 'restored',
  [ReplyPinned.type]: 'pinned',
  [QuestionApproved.type]: 'approved',
  [QuestionEdited.type]: 'edited',
};

const insertRoomChanges = (tx: Transaction, events: readonly AppendedEvent<QuestionDefinition>[]): Promise<void> =>
  insertRows(
    tx,
    'room_changes',
    events.flatMap(({ type, data }) => {
      const entry = roomEntries[type];
      if (entry === undefined || !('number' in data) || data.number === null) return [];
      const replyId = 'contentId' in data ? data.contentId : 'replyId' in data ? data.replyId : null;
      return [{ questionId: data.questionId, number: data.number, entry, replyId }];
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
    changes,
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
