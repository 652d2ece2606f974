import { QuestionWithheld } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** Questions that an ambassador has taken from their target: what is about them is not shown there. To their asker they seem to wait. */
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
