import { QuestionWithheld } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

/** Questions that an ambassador has taken from their target: what is about them is not shown there. To their asker they seem to wait. */
export const withheldQuestionsProjector: Projector<typeof QuestionWithheld> = {
  kind: 'projector',
  name: 'withheld-questions',
  source: 'content',
  events: [QuestionWithheld],
  tables: ['withheld_questions'],
  async apply(tx, events) {
    await tx.query(
      'insert into withheld_questions (question_id, target_id) select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing',
      [events.map(({ data }) => data.questionId), events.map(({ data }) => data.targetId)],
    );
  },
};
