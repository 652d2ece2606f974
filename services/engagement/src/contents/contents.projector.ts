import {
  type ContentRef,
  ContentRemoved,
  ContentRestored,
  contentKey,
  type EventData,
  type Owner,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPinned,
  ReplyPosted,
} from '@hearsay/contracts';
import { eventsOf, newestBy, type Projector, type StoredEvent, type Transaction } from '@hearsay/event-store';
import type { AbsentContent } from './absent-content.js';
import type { RememberedTargets } from './remembered-targets.js';

type Created = typeof QuestionAsked | typeof ReplyPosted | typeof PodcastPublished;
type ContentDefinition =
  | Created
  | typeof QuestionApproved
  | typeof ReplyPinned
  | typeof ContentRemoved
  | typeof ContentRestored;

interface ContentRow {
  readonly id: string;
  readonly type: ContentRef['contentType'];
  readonly questionId: string;
  readonly owner: Owner;
  readonly threshold: number;
  readonly isPending: boolean;
}

/** Existence, owner and thresholds of everything that can be boosted, and whether anybody but its author may see it. */
export const contentsProjector = (
  absent: AbsentContent,
  remembered: RememberedTargets,
): Projector<ContentDefinition> => ({
  kind: 'projector',
  name: 'contents',
  source: 'content',
  events: [
    QuestionAsked,
    ReplyPosted,
    PodcastPublished,
    QuestionApproved,
    ReplyPinned,
    ContentRemoved,
    ContentRestored,
  ],
  tables: ['contents'],
  async apply(tx, events) {
    const created = eventsOf(events, QuestionAsked, ReplyPosted, PodcastPublished);
    const approved = eventsOf(events, QuestionApproved);
    const pinned = eventsOf(events, ReplyPinned);
    const removals = eventsOf(events, ContentRemoved, ContentRestored);
    if (created.length > 0) await insertContents(tx, created.map(rowOf));
    if (approved.length > 0) {
      await tx.query('update contents set is_pending = false where content_id = any($1)', [
        approved.map(({ data }) => data.questionId),
      ]);
    }
    if (pinned.length > 0) await addThresholds(tx, pinned);
    if (removals.length > 0) await writeRemovals(tx, removals);
  },
  async applied(tx, events) {
    const removals = newestBy(eventsOf(events, ContentRemoved, ContentRestored), ({ data }) => data.contentId);
    const gone = eventsOf(removals, ContentRemoved);
    if (gone.length > 0) await noteErasures(tx, gone);
    return () => {
      for (const event of events) forget(event, absent, remembered);
    };
  },
});

const insertContents = (tx: Transaction, rows: readonly ContentRow[]) =>
  tx.query(
    `insert into contents (content_id, content_type, question_id, owner, thresholds, is_pending)
     select id, type, question_id, owner, case when threshold > 0 then array[threshold] else '{}'::int[] end, is_pending
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::int[], $6::boolean[])
       as facts (id, type, question_id, owner, threshold, is_pending)
     on conflict do nothing`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.type),
      rows.map((row) => row.questionId),
      rows.map((row) => JSON.stringify(row.owner)),
      rows.map((row) => row.threshold),
      rows.map((row) => row.isPending),
    ],
  );

/** A pinned reply opens at a threshold of its own, which its question's boosts may reach. */
const addThresholds = (tx: Transaction, pinned: readonly StoredEvent<typeof ReplyPinned>[]) =>
  tx.query(
    `update contents set thresholds = (
       select array_agg(distinct threshold order by threshold)
       from unnest(contents.thresholds || pinned.thresholds) as threshold)
     from (select question_id, array_agg(threshold) as thresholds from unnest($1::uuid[], $2::int[]) as one (question_id, threshold)
           group by question_id) as pinned
     where contents.content_id = pinned.question_id`,
    [pinned.map(({ data }) => data.questionId), pinned.map(({ data }) => data.boostThreshold)],
  );

/** How long the words of reposts stay after what they are of was removed, so that the removal can be undone. */
const undoMs = 72 * 3600 * 1000;
/**
 * How much longer they stay where all that a person has posted went together: what was anonymous comes back at a random instant behind the undoing, at
 * the longest within the day that content can be configured with, and the undoing itself is heard of a little later than it was decided.
 */
const returnMs = 26 * 3600 * 1000;

/** A removed question takes what lies under it along: that is looked up where it is read. */
const writeRemovals = async (
  tx: Transaction,
  removals: readonly StoredEvent<typeof ContentRemoved | typeof ContentRestored>[],
) => {
  const newest = newestBy(removals, ({ data }) => data.contentId);
  await tx.query(
    `update contents set is_removed = next.is_removed, removals = next.revision
     from unnest($1::uuid[], $2::boolean[], $3::int[]) as next (content_id, is_removed, revision)
     where contents.content_id = next.content_id and contents.removals < next.revision`,
    [
      newest.map(({ data }) => data.contentId),
      newest.map(({ type }) => type === ContentRemoved.type),
      newest.map(({ data }) => data.revision),
    ],
  );
};

const wentTogether = ({ cause }: EventData<typeof ContentRemoved>): boolean => cause === 'wipe' || cause === 'account';

const noteErasures = (tx: Transaction, gone: readonly StoredEvent<typeof ContentRemoved>[]) =>
  tx.query(
    `insert into content_erasures (content_id, removals, due_at) select * from unnest($1::uuid[], $2::int[], $3::timestamptz[])
     on conflict (content_id) do update set removals = excluded.removals, due_at = excluded.due_at
     where content_erasures.removals < excluded.removals`,
    [
      gone.map(({ data }) => data.contentId),
      gone.map(({ data }) => data.revision),
      gone.map(({ data, meta }) =>
        new Date(Date.parse(meta.occurredAt) + undoMs + (wentTogether(data) ? returnMs : 0)).toISOString(),
      ),
    ],
  );

const rowOf = (event: StoredEvent<Created>): ContentRow => {
  if (event.type === QuestionAsked.type) {
    const { questionId, owner, replyBoostThreshold, targetId } = event.data;
    return {
      id: questionId,
      type: 'question',
      questionId,
      owner,
      threshold: replyBoostThreshold,
      isPending: targetId !== null,
    };
  }
  if (event.type === PodcastPublished.type) {
    const { podcastId, owner } = event.data;
    return { id: podcastId, type: 'podcast', questionId: podcastId, owner, threshold: 0, isPending: false };
  }
  const { replyId, questionId, owner } = event.data;
  // Boosting a reply unlocks nothing: the question's count drives every reveal.
  return { id: replyId, type: 'discussion', questionId, owner, threshold: 0, isPending: false };
};

/** Whoever looks it up from here on asks the table, or content. */
const forget = (event: StoredEvent<ContentDefinition>, absent: AbsentContent, remembered: RememberedTargets): void => {
  if (event.type === ContentRemoved.type) remembered.forget(event.data);
  else if (event.type === ReplyPinned.type)
    remembered.forget({ contentType: 'question', contentId: event.data.questionId });
  // With a question comes back what lies under it, which may not be told of here.
  else if (event.type === ContentRestored.type && event.data.contentType === 'question') absent.forgetAll();
  else if (event.type === ContentRestored.type) absent.created(contentKey(event.data));
  else if (event.type === QuestionApproved.type)
    absent.created(contentKey({ contentType: 'question', contentId: event.data.questionId }));
  else {
    const { type, id } = rowOf(event);
    absent.created(contentKey({ contentType: type, contentId: id }));
  }
};
