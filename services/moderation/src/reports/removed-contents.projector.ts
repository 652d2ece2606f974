import { ContentRemoved, ContentRestored, QuestionWithheld } from '@hearsay/contracts';
import { newestBy, type StoredEvent, withRows } from '@hearsay/event-store';
import { upsertProjector } from '@hearsay/service-runtime';

/** Content erases words 72 hours after a removal. Here they stay an hour longer, because a late undo arrives later. */
const eraseAfter = '73 hours';

type RemovalDefinition = typeof ContentRemoved | typeof ContentRestored | typeof QuestionWithheld;

/** The revision of a withheld question. It is higher than every real revision, because the question never returns. */
const maxRevision = 2 ** 31 - 1;

const rowOf = ({ type, data }: StoredEvent<RemovalDefinition>) =>
  type === QuestionWithheld.type
    ? { contentId: data.questionId, isRemoved: true, revision: maxRevision }
    : { contentId: data.contentId, isRemoved: type === ContentRemoved.type, revision: data.revision };

/** Removed content. Replies under a removed question get no rows, so queries must also check the question's row. */
export const removedContentsProjector = upsertProjector<RemovalDefinition>({
  name: 'removed-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored, QuestionWithheld],
  rows: [{ table: 'removed_contents', key: ['contentId'], order: 'revision', rowOf }],

  // Not in `apply`, because a rebuild also runs `apply`, and must not schedule erasures again.
  async applied(tx, events) {
    const facts = events.map((event) => ({ ...rowOf(event), removedAt: event.meta.occurredAt }));
    const removed = newestBy(
      facts.filter(({ isRemoved }) => isRemoved),
      ({ contentId }) => contentId,
    );
    await withRows(
      tx,
      'content_id uuid, removed_at timestamptz',
      removed,
      (given) => `insert into word_erasures (content_id, due_at)
       select content_id, removed_at + interval '${eraseAfter}' from ${given}
       order by content_id on conflict (content_id) do update set due_at = excluded.due_at`,
    );
    await tx.query(
      `delete from word_erasures using removed_contents as back
       where word_erasures.content_id = any($1) and back.content_id = word_erasures.content_id and not back.is_removed`,
      [facts.map(({ contentId }) => contentId)],
    );
    return () => undefined;
  },
});
