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

type Created = typeof QuestionAsked | typeof ReplyPosted | typeof PodcastPublished;
type ContentDefinition =
  | Created
  | typeof QuestionApproved
  | typeof ReplyPinned
  | typeof ThresholdLowered
  | typeof ContentRemoved
  | typeof ContentRestored;

export const contentsProjector: Projector<ContentDefinition> = {
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
    // A reply pinned before a lowering is in its list, so pinned replies may all follow.
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
    // A removed question also hides its replies. Queries check that at read time.
    await updateRows(tx, 'contents', 'content_id', newest, 'contents.removals < given.removals');
  },
  async applied(tx, events) {
    const removals = newestBy(eventsOf(events, ContentRemoved, ContentRestored), ({ data }) => data.contentId);
    await noteErasures(tx, eventsOf(removals, ContentRemoved));
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

const undoMs = 72 * 3600 * 1000;
/** After a wipe or a deletion of an account, a late undo restores posts one by one and arrives here with a delay. */
const returnMs = 26 * 3600 * 1000;

const wentTogether = ({ cause }: EventData<typeof ContentRemoved>): boolean => cause === 'wipe' || cause === 'account';

const noteErasures = (tx: Transaction, gone: readonly StoredEvent<typeof ContentRemoved>[]) =>
  upsertRows(
    tx,
    { table: 'content_erasures', key: ['contentId'], order: 'removals' },
    gone.map(({ data, meta }) => ({
      contentId: data.contentId,
      removals: data.revision,
      dueAt: new Date(Date.parse(meta.occurredAt) + undoMs + (wentTogether(data) ? returnMs : 0)),
    })),
  );

const rowOf = ({ type, data }: StoredEvent<Created>) => {
  const { owner } = data;
  // Boosts of a reply unlock nothing. The question's count drives every reveal.
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
