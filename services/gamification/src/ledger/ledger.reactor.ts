import {
  AccountErased,
  ContentRemoved,
  ContentRestored,
  type EventData,
  type Owner,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPosted,
} from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { type EarningRule, xpAmounts } from '@hearsay/game-rules';
import { uuidv7 } from '@hearsay/service-runtime';
import type { XpDeferral } from '../deferred-xp/deferral.js';
import { deferXp } from '../deferred-xp/pool.decider.js';
import { dayOf } from '../earned-days.js';
import { earnXp, forgetGrantReasons, setXpReversed } from './ledger.decider.js';

interface EarningPost {
  readonly owner: Owner;
  readonly rule: EarningRule;
  readonly contentType: 'question' | 'discussion' | 'podcast';
  readonly contentId: string;
  /** The post earns nothing if this account is its anonymous author. */
  readonly worthlessTo?: string;
  readonly claim?: string;
}

type PostEventDefinition =
  | typeof QuestionAsked
  | typeof QuestionApproved
  | typeof ReplyPosted
  | typeof PodcastPublished
  | typeof ContentRemoved
  | typeof ContentRestored;

/**
 * Makes XP for posts. A question to one person earns XP at its approval. Of a person's replies to a question, the first
 * named and the first anonymous one earn XP, by different claims. A shared claim would reveal their common author.
 */
export const postsReactor = (deferral: XpDeferral): Reactor<PostEventDefinition> => {
  const { seals } = deferral;

  const pay = (occurredAt: string, { owner, rule, contentType, contentId, ...options }: EarningPost) => {
    const { worthlessTo, claim = `${rule}:${contentId}` } = options;
    const amount = xpAmounts[rule];
    const day = dayOf(occurredAt);
    const authorId = seals.authorOf(owner);
    if (authorId !== null) {
      const fact = { person: { authorId }, rule, amount, day, ...(worthlessTo !== undefined && { worthlessTo }) };
      const post = {
        earning: deferral.newPostRow(contentId, fact),
        empty: deferral.newPostRow(contentId, { ...fact, amount: 0 }),
      };
      return [{ definition: deferXp, input: { claim, waiting: deferral.newWaitingRow(fact), post } }];
    }
    const { accountId } = owner;
    if (accountId === null) return [];
    const entryId = uuidv7(Date.parse(occurredAt));
    const waiting = deferral.newWaitingRow({ person: { accountId }, rule, amount: 0, day });
    const input = { claim, waiting, entryId, accountId, rule, amount, contentType, contentId };
    return [{ definition: earnXp, input }];
  };

  const payReply = (
    occurredAt: string,
    { replyId, questionId, owner, questionOwner }: EventData<typeof ReplyPosted>,
  ) => {
    const rule = 'answer-given';
    const authorId = seals.authorOf(owner);
    // A named reply by the question's own named author earns nothing.
    if (authorId === null && owner.accountId === questionOwner.accountId) return [];
    return pay(occurredAt, {
      owner,
      rule,
      contentType: 'discussion',
      contentId: replyId,
      // An anonymous reply to the person’s own named question gets the same rows as other replies. The pool then pays 0.
      ...(questionOwner.accountId !== null && { worthlessTo: questionOwner.accountId }),
      claim:
        authorId === null
          ? `${rule}:${questionId}:${owner.accountId}`
          : `anonymous-answer:${seals.tagOf(authorId, `answer:${questionId}`)}`,
    });
  };

  return {
    kind: 'reactor',
    name: 'posts',
    source: 'content',
    events: [QuestionAsked, QuestionApproved, ReplyPosted, PodcastPublished, ContentRemoved, ContentRestored],
    commands({ type, data, meta: { occurredAt } }) {
      switch (type) {
        case QuestionAsked.type: {
          const { questionId: contentId, owner, targetId } = data;
          return targetId === null
            ? pay(occurredAt, { owner, rule: 'question-posted', contentType: 'question', contentId })
            : [];
        }
        case QuestionApproved.type: {
          const { questionId: contentId, owner } = data;
          return pay(occurredAt, { owner, rule: 'question-approved', contentType: 'question', contentId });
        }
        case PodcastPublished.type: {
          const { podcastId: contentId, owner } = data;
          return pay(occurredAt, { owner, rule: 'podcast-published', contentType: 'podcast', contentId });
        }
        case ReplyPosted.type:
          return payReply(occurredAt, data);
        case ContentRemoved.type:
        case ContentRestored.type: {
          const { contentId, revision, owner } = data;
          const isReversed = type === ContentRemoved.type;
          const authorId = seals.authorOf(owner);
          if (authorId !== null) {
            const removal = { contentId, isRemoved: isReversed, revision };
            const fact = { person: { authorId }, rule: 'anonymous-posts', amount: 0, day: dayOf(occurredAt) } as const;
            const waiting = deferral.newWaitingRow({ ...fact, removal });
            return [{ definition: deferXp, input: { claim: `removal:${contentId}:${revision}`, waiting } }];
          }
          return [
            { definition: setXpReversed, input: { contentId, isReversed, revision, dueAt: deferral.nextPoolTime() } },
          ];
        }
      }
    },
  };
};

export const erasedAccountsReactor: Reactor<typeof AccountErased> = {
  kind: 'reactor',
  name: 'erased-accounts',
  source: 'identity',
  events: [AccountErased],
  commands: ({ data: { accountId } }) => [{ definition: forgetGrantReasons, input: { accountId } }],
};
