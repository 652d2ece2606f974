import { ContentRemoved, ContentRestored, QuestionWithheld } from '@hearsay/contracts';
import type { Projector, StoredEvent } from '@hearsay/event-store';
import { upsertNewest } from '@hearsay/service-runtime';

/** Content erases words 72 hours after their removal; an undoing of the last moment arrives within the hour behind them. */
const erasedAfter = '73 hours';

type RemovalDefinition = typeof ContentRemoved | typeof ContentRestored | typeof QuestionWithheld;

/** Above every revision: nothing brings back what was withheld. */
const lastRevision = 2 ** 31 - 1;

const factOf = ({ type, data, meta }: StoredEvent<RemovalDefinition>) =>
  type === QuestionWithheld.type
    ? { contentId: data.questionId, revision: lastRevision, isRemoved: true, at: meta.occurredAt }
    : {
        contentId: data.contentId,
        revision: data.revision,
        isRemoved: type === ContentRemoved.type,
        at: meta.occurredAt,
      };

/** What content has removed: a report of it is shown as such. What lies under a removed question is gone with it, without a row. */
export const removedContentsProjector: Projector<RemovalDefinition> = {
  kind: 'projector',
  name: 'removed-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored, QuestionWithheld],
  tables: ['removed_contents'],
  apply: (tx, events) =>
    upsertNewest(
      tx,
      { table: 'removed_contents', key: ['content_id'], order: 'revision' },
      events
        .map(factOf)
        .map(({ contentId, isRemoved, revision }) => ({ content_id: contentId, is_removed: isRemoved, revision })),
    ),

  // Behind `apply`, so a rebuild does not erase again what was erased long ago.
  async applied(tx, events) {
    const facts = events.map(factOf);
    const removedAt = new Map(facts.filter(({ isRemoved }) => isRemoved).map(({ contentId, at }) => [contentId, at]));
    await tx.query(
      `insert into word_erasures (content_id, due_at)
       select content_id, removed_at + interval '${erasedAfter}' from unnest($1::uuid[], $2::timestamptz[]) as removed (content_id, removed_at)
       order by content_id on conflict (content_id) do update set due_at = excluded.due_at`,
      [[...removedAt.keys()], [...removedAt.values()]],
    );
    await tx.query(
      `delete from word_erasures using removed_contents as back
       where word_erasures.content_id = any($1) and back.content_id = word_erasures.content_id and not back.is_removed`,
      [facts.map(({ contentId }) => contentId)],
    );
    return () => undefined;
  },
};
