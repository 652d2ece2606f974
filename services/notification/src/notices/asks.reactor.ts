import { QuestionApproved, QuestionAsked } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { actNotice } from './act-notices.js';

/** A question asked of one person is told to them, its approval to whoever asked. That it is ignored is told to nobody. */
export const asksReactor = (keys: InboxKeys): Reactor<typeof QuestionAsked | typeof QuestionApproved> => ({
  kind: 'reactor',
  name: 'asks',
  source: 'content',
  events: [QuestionAsked, QuestionApproved],
  commands(event) {
    const { questionId, owner, targetId } = event.data;
    if (targetId === null) return [];
    const about = { contentType: 'question', contentId: questionId } as const;
    return event.type === QuestionAsked.type
      ? actNotice(keys, { accountId: targetId, sealed: null }, event, {
          claim: `asked:${questionId}`,
          kind: 'asked',
          actorId: owner.accountId,
          ...about,
        })
      : actNotice(keys, owner, event, {
          claim: `approved:${questionId}`,
          kind: 'approved',
          actorId: targetId,
          ...about,
        });
  },
});
