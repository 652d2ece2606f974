import { randomInt } from 'node:crypto';
import { type Owner, QuestionAsked, ReplyPosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { type SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import type { DailyCaps } from '../config.js';
import { deferXp } from '../deferred-xp/unlinked.decider.js';
import { answerClaim, questionClaim } from './entry-ids.js';
import { earnXp, type Worth } from './ledger.decider.js';

export interface EarningSettings {
  /** Opens sealed authors. */
  readonly authors: SealedAuthors;
  readonly maxDelaySeconds: number;
  readonly caps: DailyCaps;
}

/** A delay of an anonymous post's XP, in milliseconds. */
export const randomDelayMs = ({ maxDelaySeconds }: Pick<EarningSettings, 'maxDelaySeconds'>): number =>
  randomInt(0, Math.floor(maxDelaySeconds * 1000) + 1);

type Post = Omit<Worth, 'entryId' | 'accountId'> & { readonly claim: string };

/** Pays for questions and for a person's first reply to somebody else's question. */
export const postsReactor = (settings: EarningSettings): Reactor<typeof QuestionAsked | typeof ReplyPosted> => {
  const pay = (owner: Owner, occurredAt: string, { claim, ...post }: Post) => {
    const entryId = uuidv7(Date.parse(occurredAt));
    if (owner.accountId !== null) {
      return [{ definition: earnXp, input: { ...post, claim, entryId, accountId: owner.accountId, caps: settings.caps } }];
    }
    if (owner.sealed === null) return [];
    const input = {
      ...post,
      claim,
      cause: `${post.rule}:${post.contentId}`,
      // Its time would tell the post.
      entryId: uuidv7(),
      sealedOwner: owner.sealed,
      toggle: 0,
      isLive: true,
      dueId: uuidv7(),
      delayMs: randomDelayMs(settings),
    };
    return [{ definition: deferXp, input }];
  };

  return {
    kind: 'reactor',
    name: 'posts',
    source: 'content',
    events: [QuestionAsked, ReplyPosted],
    commands({ type, data, meta }) {
      if (type === QuestionAsked.type) {
        const { questionId, owner } = data;
        const rule = 'question-posted';
        return pay(owner, meta.occurredAt, {
          rule,
          amount: xpAmounts[rule],
          contentType: 'question',
          contentId: questionId,
          claim: questionClaim(questionId),
        });
      }
      const { replyId, questionId, owner, questionOwner } = data;
      const author = settings.authors.accountOf(owner);
      if (author === null || author === settings.authors.accountOf(questionOwner)) return [];
      const rule = 'answer-given';
      return pay(owner, meta.occurredAt, {
        rule,
        amount: xpAmounts[rule],
        contentType: 'discussion',
        contentId: replyId,
        claim: answerClaim(settings.authors, questionId, author),
      });
    },
  };
};
