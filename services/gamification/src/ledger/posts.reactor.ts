import { type Owner, QuestionAsked, ReplyPosted, type XpRule } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { uuidv7 } from '@hearsay/service-runtime';
import { deferXp } from '../deferred-xp/defer-xp.decider.js';
import type { Deferral } from '../deferred-xp/deferral.js';
import { dayOf } from './earned-days.js';
import { earnXp } from './ledger.decider.js';

interface Post {
  readonly owner: Owner;
  readonly occurredAt: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly contentType: 'question' | 'discussion';
  readonly contentId: string;
  readonly claim: string;
}

/**
 * Pays for questions and for a person's first reply to a question. A named post is paid at once, an anonymous one waits for the next
 * pool. What is named and what is not never meet in a claim, or a reply that earns nothing would tell whose another one is.
 */
export const postsReactor = (deferral: Deferral): Reactor<typeof QuestionAsked | typeof ReplyPosted> => {
  const { authors } = deferral;

  const pay = ({ owner, occurredAt, rule, amount, contentType, contentId, claim }: Post) => {
    const accountId = authors.accountOf(owner);
    if (accountId === null) return [];
    const day = dayOf(occurredAt);
    if (owner.accountId === null) {
      return [{ definition: deferXp, input: { claim, waiting: deferral.waiting({ accountId, rule, amount, day }) } }];
    }
    const entryId = uuidv7(Date.parse(occurredAt));
    const waiting = deferral.waiting({ accountId, rule, amount: 0, day });
    return [{ definition: earnXp, input: { claim, waiting, entryId, accountId, rule, amount, contentType, contentId } }];
  };

  return {
    kind: 'reactor',
    name: 'posts',
    source: 'content',
    events: [QuestionAsked, ReplyPosted],
    commands({ type, data, meta: { occurredAt } }) {
      if (type === QuestionAsked.type) {
        const { questionId, owner } = data;
        const rule = 'question-posted';
        return pay({
          owner,
          occurredAt,
          rule,
          amount: xpAmounts[rule],
          contentType: 'question',
          contentId: questionId,
          claim: `${rule}:${questionId}`,
        });
      }
      const { replyId, questionId, owner, questionOwner } = data;
      const rule = 'answer-given';
      const author = authors.accountOf(owner);
      // Nobody earns by answering their own named question; an anonymous one counts as anybody's.
      const isOwn = author !== null && author === questionOwner.accountId;
      if (author === null || (isOwn && owner.accountId !== null)) return [];
      return pay({
        owner,
        occurredAt,
        rule,
        // An anonymous reply to it must look as anybody's, so it waits too, and is worth nothing.
        amount: isOwn ? 0 : xpAmounts[rule],
        contentType: 'discussion',
        contentId: replyId,
        claim:
          owner.accountId === null
            ? `anonymous-answer:${authors.tagOf(author, `answer:${questionId}`)}`
            : `${rule}:${questionId}:${author}`,
      });
    },
  };
};
