import { QuestionWithheld } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** Questions that an ambassador has withheld from their target. Their asker still sees them as pending. */
export const withheldQuestionsProjector = rowsProjector({
  name: 'withheld-questions',
  source: 'content',
  events: [QuestionWithheld],
  rows: [
    {
      table: 'withheld_questions',
      key: ['questionId'],
      rowOf: ({ data: { questionId, targetId } }) => ({ questionId, targetId }),
    },
  ],
});
