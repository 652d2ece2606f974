import { type ContentRef, contentKey, type Owner, QuestionAsked, ReplyPosted } from '@hearsay/contracts';
import type { Projector, StoredEvent } from '@hearsay/event-store';
import type { AbsentContent } from './absent-content.js';

type ContentDefinition = typeof QuestionAsked | typeof ReplyPosted;

/** Existence, owner and thresholds of everything that can be boosted. Facts of creation never change, so an insert is enough. */
export const contentsProjector = (absent: AbsentContent): Projector<ContentDefinition> => ({
  kind: 'projector',
  name: 'contents',
  source: 'content',
  events: [QuestionAsked, ReplyPosted],
  tables: ['contents'],
  async apply(tx, events) {
    const rows = events.map(rowOf);
    await tx.query(
      `insert into contents (content_id, content_type, question_id, owner, thresholds)
       select id, type, question_id, owner, case when threshold > 0 then array[threshold] else '{}'::int[] end
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::int[]) as facts (id, type, question_id, owner, threshold)
       on conflict do nothing`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.type),
        rows.map((row) => row.questionId),
        rows.map((row) => JSON.stringify(row.owner)),
        rows.map((row) => row.threshold),
      ],
    );
    for (const row of rows) absent.created(contentKey({ contentType: row.type, contentId: row.id }));
  },
});

const rowOf = (
  event: StoredEvent<ContentDefinition>,
): { id: string; type: ContentRef['contentType']; questionId: string; owner: Owner; threshold: number } => {
  if (event.type === QuestionAsked.type) {
    const { questionId, owner, replyBoostThreshold } = event.data;
    return { id: questionId, type: 'question', questionId, owner, threshold: replyBoostThreshold };
  }
  const { replyId, questionId, owner } = event.data;
  // Boosting a reply unlocks nothing: the question's count drives every reveal.
  return { id: replyId, type: 'discussion', questionId, owner, threshold: 0 };
};
