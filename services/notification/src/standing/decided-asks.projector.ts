import { QuestionApproved, QuestionIgnored } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** Questions that their target has approved or ignored. Both are final. */
export const decidedAsksProjector = rowsProjector({
  name: 'decided-asks',
  source: 'content',
  events: [QuestionApproved, QuestionIgnored],
  rows: [{ table: 'decided_asks', key: ['questionId'], rowOf: ({ data: { questionId } }) => ({ questionId }) }],
});
