import {
  ContentRemoved,
  ContentRestored,
  type IfNotReached,
  LockEndSet,
  type Owner,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  QuestionIgnored,
  QuestionWithheld,
  ReplyPinned,
  ReplyPosted,
  Revealed,
  ThresholdLowered,
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
import { raiseNewestPostTimes } from '../feeds/newest-posts.js';
import { type QuestionDefinition, questionEvents } from './question.aggregates.js';
import type { Approval } from './question.sql.js';

type Events = readonly AppendedEvent<QuestionDefinition>[];

export const questionRows = (authors: SealedAuthors): ReadModel<QuestionDefinition> => ({
  name: 'content.questions',
  events: questionEvents,
  tables: ['questions', 'replies', 'reveals', 'room_changes', 'newest_questions'],
  async apply(tx, all) {
    // Leaves out removals and restorations of episodes, because they have the same event types.
    const events = all.filter(
      ({ type, data }) => type === QuestionAsked.type || !('contentType' in data && data.contentType === 'podcast'),
    );
    /** Only anonymous posts have a tag. A tag on a named post would reveal the author's anonymous posts. */
    const tagOf = (owner: Owner) => {
      const authorId = authors.authorOf(owner);
      return authorId === null ? null : authors.tagOf(authorId);
    };
    const asked = eventsOf(events, QuestionAsked);
    const questions = asked.map((event) => questionRow(event, tagOf(event.data.owner)));
    await insertRows(tx, 'questions', questions);
    const listed = asked.filter(({ data }) => data.targetId === null);
    const newest = listed.map(({ data, meta }) => ({ accountId: data.owner.accountId, at: meta.occurredAt }));
    await raiseNewestPostTimes(tx, 'newest_questions', newest);
    const posted = eventsOf(events, ReplyPosted).map((event) => replyRow(event, tagOf(event.data.owner)));
    await insertRows(tx, 'replies', posted);
    const revealed = eventsOf(events, Revealed).map(({ data, meta }) => {
      const { questionId, number, threshold, revealCount } = data;
      return { questionId, number, threshold, revealCount, revealedAt: meta.occurredAt };
    });
    await insertRows(tx, 'reveals', revealed);
    const pinned = eventsOf(events, ReplyPinned).map(({ data: { replyId, boostThreshold } }) => {
      return { id: replyId, threshold: boostThreshold };
    });
    await updateRows(tx, 'replies', 'id', pinned);
    await removeReplies(tx, events);
    await insertRows(tx, 'room_changes', events.flatMap(roomChange));
    const changes = questionChanges(events);
    const busy = changes.filter(({ version }) => version === 0);
    await withRows(
      tx,
      'question_id uuid, number int, replies int',
      busy,
      (given) =>
        `update questions q set last_number = greatest(q.last_number, number), reply_count = q.reply_count + replies from ${given} where q.id = question_id`,
    );
    const others = changes.filter(({ version }) => version > 0);
    await changeQuestions(tx, others);
  },
});

const questionRow = ({ version, data, meta }: AppendedEvent<typeof QuestionAsked>, ownerTag: string | null) => {
  const { questionId, owner, isAnonymous, allowAnonymousAnswers, titleTextId, descriptionTextId, targetId } = data;
  const isOpen = targetId === null;
  return {
    ...{ id: questionId, version, owner, ownerTag, isAnonymous, allowAnonymousAnswers, titleTextId },
    ...{ descriptionTextId, threshold: data.replyBoostThreshold, createdAt: meta.occurredAt, targetId },
    ...{ approval: isOpen ? 'open' : 'pending', listedAt: isOpen ? meta.occurredAt : null },
  };
};

const replyRow = ({ data, meta }: AppendedEvent<typeof ReplyPosted>, ownerTag: string | null) => {
  const { replyId: id, questionId, number, owner, isAnonymous, parentReplyId, textId } = data;
  const createdAt = meta.occurredAt;
  return { id, questionId, number, owner, isAnonymous, parentReplyId, textId, createdAt, ownerTag };
};

const removeReplies = (tx: Transaction, events: Events): Promise<void> => {
  const removals = [...eventsOf(events, ContentRemoved), ...eventsOf(events, ContentRestored)].filter(
    ({ data }) => data.contentType === 'discussion',
  );
  const facts = removals.map(({ type, data: { contentId: id, removalId, revision: removalRevision } }) => {
    return { id, removalId: type === ContentRemoved.type ? removalId : null, removalRevision };
  });
  const newest = newestBy(facts, idOf, ({ removalRevision }) => removalRevision);
  return updateRows(tx, 'replies', 'id', newest, 'replies.removal_revision < given.removal_revision');
};
const idOf = ({ id }: { readonly id: string }) => id;

const roomEntries: Readonly<Record<string, string>> = {
  [ContentRemoved.type]: 'removed',
  [ContentRestored.type]: 'restored',
  [ReplyPinned.type]: 'pinned',
  [QuestionApproved.type]: 'approved',
  [QuestionEdited.type]: 'edited',
  [LockEndSet.type]: 'edited',
  [ThresholdLowered.type]: 'edited',
};

const roomChange = ({ type, data }: AppendedEvent<QuestionDefinition>) => {
  const entry = roomEntries[type];
  if (entry === undefined || !('number' in data) || data.number === null) return [];
  const replyId = 'contentId' in data ? data.contentId : 'replyId' in data ? data.replyId : null;
  const threshold = type === ThresholdLowered.type ? data.replyBoostThreshold : null;
  return { questionId: data.questionId, number: data.number, entry, replyId, threshold };
};

/** How a batch of events changes a question's row. In fields that may be null, null means unchanged. */
interface QuestionChange {
  readonly questionId: string;
  /** 0 if the batch has no event of the question's own stream. */
  readonly version: number;
  /** The room's new last number. 0 if the batch takes no number in the room. */
  readonly number: number;
  readonly replies: number;
  readonly latched: number;
  readonly approval: Approval | null;
  readonly approvedAt: string | null;
  readonly pinnedReplyId: string | null;
  readonly isEdited: boolean;
  readonly titleTextId: string | null;
  readonly descriptionTextId: string | null;
  readonly removalId: string | null;
  readonly removalRevision: number;
  /** The lowered threshold. `loweredNumber` is the room number of its event. */
  readonly threshold: number | null;
  readonly loweredNumber: number;
  readonly lockUntil: string | null;
  /** Set together with `lockUntil`. */
  readonly ifNotReached: IfNotReached | null;
}

const unchanged: Omit<QuestionChange, 'questionId'> = {
  ...{ version: 0, number: 0, replies: 0, latched: 0, approval: null, approvedAt: null, pinnedReplyId: null },
  ...{ isEdited: false, titleTextId: null, descriptionTextId: null, removalId: null, removalRevision: 0 },
  ...{ threshold: null, loweredNumber: 0, lockUntil: null, ifNotReached: null },
};

const changeBy = ({ type, data, meta, version }: AppendedEvent<QuestionDefinition>): Partial<QuestionChange> => {
  switch (type) {
    case QuestionAsked.type:
      return {};
    case ReplyPosted.type:
      return { number: data.number, replies: 1 };
    case Revealed.type:
      return { version, number: data.number, latched: data.threshold };
    case QuestionApproved.type:
      return { version, number: data.number, approval: 'open', approvedAt: meta.occurredAt };
    case QuestionIgnored.type:
      return { version, approval: 'ignored' };
    case QuestionWithheld.type:
      return { version, approval: 'withheld' };
    case QuestionEdited.type: {
      const { number, titleTextId, descriptionTextId } = data;
      return { version, number, isEdited: true, titleTextId, descriptionTextId };
    }
    case LockEndSet.type:
      return { version, number: data.number ?? 0, lockUntil: data.lockUntil, ifNotReached: data.ifNotReached };
    case ThresholdLowered.type:
      return { version, number: data.number, threshold: data.replyBoostThreshold, loweredNumber: data.number };
    case ReplyPinned.type:
      return { version, number: data.number, pinnedReplyId: data.replyId };
    case ContentRemoved.type:
    case ContentRestored.type: {
      const isRemoved = type === ContentRemoved.type;
      if (data.contentType === 'question')
        return { version, removalId: isRemoved ? data.removalId : null, removalRevision: data.revision };
      return { number: data.number ?? 0, replies: isRemoved ? -1 : 1 };
    }
  }
};

const questionChanges = (events: Events): QuestionChange[] => {
  const changes = new Map<string, QuestionChange>();
  for (const event of events) {
    if (event.type === QuestionAsked.type) continue;
    const { questionId } = event.data;
    const before = changes.get(questionId) ?? { ...unchanged, questionId };
    const next = { ...before, ...changeBy(event) };
    changes.set(questionId, {
      ...next,
      version: Math.max(before.version, next.version),
      number: Math.max(before.number, next.number),
      latched: Math.max(before.latched, next.latched),
      replies: before.replies + (changeBy(event).replies ?? 0),
    });
  }
  return [...changes.values()];
};

const changeQuestions = async (tx: Transaction, changes: readonly QuestionChange[]): Promise<void> => {
  if (changes.length === 0) return;
  await withRows(
    tx,
    `question_id uuid, version int, number int, replies int, latched int, approval text, approved_at timestamptz, pinned_reply_id uuid,
     is_edited boolean, title_text_id uuid, description_text_id uuid, removal_id uuid, removal_revision int,
     threshold int, lowered_number int, lock_until timestamptz, if_not_reached text`,
    changes,
    (given) => `update questions q set
       version = greatest(q.version, given.version), last_number = greatest(q.last_number, number), reply_count = q.reply_count + replies,
       latched = greatest(q.latched, given.latched), approval = coalesce(given.approval, q.approval),
       approved_at = coalesce(given.approved_at, q.approved_at), pinned_reply_id = coalesce(given.pinned_reply_id, q.pinned_reply_id),
       is_edited = q.is_edited or given.is_edited, title_text_id = coalesce(given.title_text_id, q.title_text_id),
       description_text_id = case when given.is_edited then given.description_text_id else q.description_text_id end,
       removal_id = case when given.removal_revision > q.removal_revision then given.removal_id else q.removal_id end,
       removal_revision = greatest(q.removal_revision, given.removal_revision),
       threshold = coalesce(given.threshold, q.threshold), lowered_number = greatest(q.lowered_number, given.lowered_number),
       lock_until = case when given.if_not_reached is null then q.lock_until else given.lock_until end,
       if_not_reached = coalesce(given.if_not_reached, q.if_not_reached)
     from ${given} where q.id = question_id`,
  );
  const ids = changes.map(({ questionId }) => questionId);
  await tx.query(
    `update questions set listed_at = case when removal_id is null and approval = 'open' then coalesce(approved_at, created_at) end
     where id = any($1)`,
    [ids],
  );
  const approved = changes.flatMap(({ approvedAt, questionId }) => (approvedAt === null ? [] : questionId));
  if (approved.length === 0) return;
  const { rows } = await tx.query<{ accountId: string | null; at: string }>(
    `select owner ->> 'accountId' as "accountId", approved_at as at from questions where id = any($1) and approved_at is not null`,
    [approved],
  );
  await raiseNewestPostTimes(tx, 'newest_questions', rows);
};
