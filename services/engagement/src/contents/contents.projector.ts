import {
  ContentRemoved,
  ContentRestored,
  type EventData,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPinned,
  ReplyPosted,
  ThresholdLowered,
} from '@hearsay/contracts';
import {
  eventsOf,
  insertRows,
  newestBy,
  type Projector,
  type StoredEvent,
  type Transaction,
  updateRows,
  upsertRows,
  withRows,
} from '@hearsay/event-store';

type CreatedDefinition = typeof QuestionAsked | typeof ReplyPosted | typeof PodcastPublished;
type ContentEventDefinition =
  | CreatedDefinition
  | typeof QuestionApproved
  | typeof ReplyPinned
  | typeof ThresholdLowered
  | typeof ContentRemoved
  | typeof ContentRestored;

export const contentsProjector: Projector<ContentEventDefinition> = {
  kind: 'projector',
  name: 'contents',
  source: 'content',
  events: [
    QuestionAsked,
    ReplyPosted,
    PodcastPublished,
    QuestionApproved,
    ReplyPinned,
    ThresholdLowered,
    ContentRemoved,
    ContentRestored,
  ],
  tables: ['contents'],
  async apply(tx, events) {
    const created = eventsOf(events, QuestionAsked, ReplyPosted, PodcastPublished);
    const approved = eventsOf(events, QuestionApproved).map(({ data }) => data.questionId);
    const removals = eventsOf(events, ContentRemoved, ContentRestored);
    await insertRows(tx, 'contents', created.map(rowOf), 'on conflict do nothing');
    if (approved.length > 0)
      await tx.query('update contents set is_pending = false where content_id = any($1)', [approved]);
    // `thresholds` of `ThresholdLowered` includes those of replies pinned before. Adding such a threshold again below
    // changes nothing.
    const lowered = newestBy(eventsOf(events, ThresholdLowered), ({ data }) => data.questionId).map(({ data }) => {
      return { contentId: data.questionId, thresholds: data.thresholds };
    });
    await updateRows(tx, 'contents', 'content_id', lowered);
    await addThresholds(tx, eventsOf(events, ReplyPinned));
    const newest = newestBy(removals, ({ data }) => data.contentId).map(({ type, data }) => ({
      contentId: data.contentId,
      isRemoved: type === ContentRemoved.type,
      removals: data.revision,
    }));
    // A removed question also hides its replies. Queries check this when they read.
    await updateRows(tx, 'contents', 'content_id', newest, 'contents.removals < given.removals');
  },
  async applied(tx, events) {
    const removals = newestBy(eventsOf(events, ContentRemoved, ContentRestored), ({ data }) => data.contentId);
    await scheduleErasures(tx, eventsOf(removals, ContentRemoved));
    return () => undefined;
  },
};

const addThresholds = (tx: Transaction, pinned: readonly StoredEvent<typeof ReplyPinned>[]) =>
  withRows(
    tx,
    'question_id uuid, threshold int',
    pinned.map(({ data }) => ({ questionId: data.questionId, threshold: data.boostThreshold })),
    (given) => `update contents set thresholds = (
       select array_agg(distinct threshold order by threshold)
       from unnest(contents.thresholds || pinned.thresholds) as threshold)
     from (select question_id, array_agg(threshold) as thresholds from ${given} group by question_id) as pinned
     where contents.content_id = pinned.question_id`,
  );

const undoWithinMs = 72 * 3600 * 1000;
/** Words of a wipe or an account deletion are kept longer: a late undo restores posts one by one, and takes time. */
const lateRestoreMs = 26 * 3600 * 1000;

const isRemovedWithAllPosts = ({ cause }: EventData<typeof ContentRemoved>): boolean =>
  cause === 'wipe' || cause === 'account';

const scheduleErasures = (tx: Transaction, gone: readonly StoredEvent<typeof ContentRemoved>[]) =>
  upsertRows(
    tx,
    { table: 'content_erasures', key: ['contentId'], order: 'removals' },
    gone.map(({ data, meta }) => ({
      contentId: data.contentId,
      removals: data.revision,
      dueAt: new Date(Date.parse(meta.occurredAt) + undoWithinMs + (isRemovedWithAllPosts(data) ? lateRestoreMs : 0)),
    })),
  );

const rowOf = ({ type, data }: StoredEvent<CreatedDefinition>) => {
  const { owner } = data;
  // Replies and episodes have no thresholds. Only boosts of the question open its texts.
  const others = { owner, thresholds: [] as number[], isPending: false };
  if (type === ReplyPosted.type)
    return { contentId: data.replyId, contentType: 'discussion' as const, questionId: data.questionId, ...others };
  if (type === PodcastPublished.type)
    return { contentId: data.podcastId, contentType: 'podcast' as const, questionId: data.podcastId, ...others };
  const { questionId, replyBoostThreshold, targetId } = data;
  const thresholds = replyBoostThreshold > 0 ? [replyBoostThreshold] : [];
  const isPending = targetId !== null;
  return { contentId: questionId, contentType: 'question' as const, questionId, owner, thresholds, isPending };
};
