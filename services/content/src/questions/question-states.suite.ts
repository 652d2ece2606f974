import { batchViewOf } from '@hearsay/testing';
import { questionAggregate, replyAggregate } from './question.aggregates.js';
import type { Question, Reply } from './question.sql.js';

const id = (end: string) => `01970000-0000-7000-8000-0000000000${end}`;
export const [questionId, replyId, textId, removalId] = [id('01'), id('02'), id('b2'), id('c1')];
export const maya = { accountId: id('a1'), sealed: null };
export const at = { now: '2026-01-02T03:04:05.678Z', accountId: maya.accountId };

const content = { owner: maya, isAnonymous: false, removalId: null, removalRevision: 0 };

export const question = (over: Partial<Question> = {}): Question => ({
  ...content,
  ...{ allowAnonymousAnswers: true, targetId: null, approval: 'open', titleTextId: textId, descriptionTextId: null },
  ...{
    lockUntil: null,
    ifNotReached: 'stay',
    threshold: 0,
    pinnedThreshold: 0,
    latched: 0,
    lastNumber: 0,
    replyCount: 0,
    wasAnswered: false,
  },
  ...over,
});

export const reply = (over: Partial<Reply> = {}): Reply => ({ ...content, questionId, ...over });

export const given = (asked: Question | null, posted: Reply | null = null) =>
  batchViewOf([
    { aggregate: questionAggregate, key: questionId, state: asked },
    { aggregate: replyAggregate, key: replyId, state: posted },
  ]);
