import { QuestionApproved, QuestionIgnored } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

/** Questions that their target has approved or ignored. Neither is ever undone. */
export const decidedAsksProjector: Projector<typeof QuestionApproved | typeof QuestionIgnored> = {
  kind: 'projector',
  name: 'decided-asks',
  source: 'content',
  events: [QuestionApproved, QuestionIgnored],
  tables: ['decided_asks'],
  async apply(tx, events) {
    await tx.query('insert into decided_asks (question_id) select unnest($1::uuid[]) on conflict do nothing', [
      events.map(({ data }) => data.questionId),
    ]);
  },
};
