import type { RemovalCause } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { questionAggregate } from '../questions/question.aggregates.js';
import type { Question } from '../questions/question.sql.js';
import {
  at,
  given,
  maya,
  questionId,
  question as questionOf,
  removalId,
  reply,
  replyId,
} from '../questions/question-states.suite.js';
import { type Remover, removeContent, restoreContent } from './remove-content.decider.js';

const question = (over: Partial<Question> = {}) => questionOf({ lastNumber: 7, replyCount: 5, ...over });
const nobody: Remover = { isAuthor: false, isAsker: false, isTarget: false, isAmbassador: false };
const author = { ...nobody, isAuthor: true };
const asker = { ...nobody, isAsker: true };
const target = { ...nobody, isTarget: true };
const ambassador = { ...nobody, isAmbassador: true };

const ofQuestion = { contentType: 'question', contentId: questionId, questionId, removalId } as const;
const ofReply = { contentType: 'discussion', contentId: replyId, questionId, removalId } as const;
const outcome = (act: () => { events: readonly { type: string; data: object }[] }): string => {
  try {
    const { type, data } = act().events[0]!;
    return (data as { cause?: RemovalCause }).cause ?? type;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('permission to delete a question', () => {
  const open = question({ targetId: maya.accountId });
  it.each([
    ['author', author, 'author', 'author', 'author', 'author'],
    ['target', target, 'target', 'forbidden', 'forbidden', 'not_found'],
    ['ambassador', ambassador, 'ambassador', 'QuestionWithheld', 'QuestionWithheld', 'not_found'],
    [
      'target who is ambassador',
      { ...target, isAmbassador: true },
      'ambassador',
      'QuestionWithheld',
      'QuestionWithheld',
      'not_found',
    ],
    ['author who is ambassador', { ...author, isAmbassador: true }, 'author', 'author', 'author', 'author'],
    ['anybody else', nobody, 'forbidden', 'not_found', 'not_found', 'not_found'],
    ['wipe', 'wipe', 'wipe', 'wipe', 'wipe', 'wipe'],
  ] as const)('%s', (_name, by, ...expected) => {
    const asked = (state: Question) => outcome(() => removeContent.decide({ ...ofQuestion, by }, given(state), at));
    const states = ['open', 'pending', 'ignored', 'withheld'] as const;
    expect(states.map((approval) => asked({ ...open, approval }))).toEqual(expected);
  });
});

describe('permission to delete a reply', () => {
  it.each([
    ['author', author, 'author', 'author', 'author'],
    ["the question's asker", asker, 'forbidden', 'forbidden', 'forbidden'],
    ["the question's target", target, 'forbidden', 'forbidden', 'forbidden'],
    ['ambassador', ambassador, 'ambassador', 'ambassador', 'ambassador'],
    // Other people cannot see a reply while its question is pending.
    ['anybody else', nobody, 'forbidden', 'not_found', 'not_found'],
    ['the deletion of an account', 'account', 'account', 'account', 'account'],
  ] as const)('%s', (_name, by, whenOpen, whenPending, whenIgnored) => {
    const under = (approval: Question['approval']) =>
      outcome(() => removeContent.decide({ ...ofReply, by }, given(question({ approval }), reply()), at));
    expect([under('open'), under('pending'), under('ignored')]).toEqual([whenOpen, whenPending, whenIgnored]);
  });
});

describe('a removal', () => {
  it('the removal of a reply takes the next room number and lowers the reply count', () => {
    const { events, live, rows } = removeContent.decide({ ...ofReply, by: author }, given(question(), reply()), at);
    expect(events[0]?.data).toMatchObject({ number: 8, revision: 1, removalId });
    expect(live?.[0]?.data).toEqual({ questionId, replyCount: 4, entries: [{ number: 8, entry: 'removed', replyId }] });
    expect(rows?.erasures).toEqual([
      expect.objectContaining({ contentId: replyId, dueAt: '2026-01-05T03:04:05.678Z' }),
    ]);
  });

  it('words of posts that a hiding removed are kept an hour longer than an undo lasts', () => {
    for (const by of ['wipe', 'account'] as const) {
      const { rows } = removeContent.decide({ ...ofReply, by }, given(question(), reply()), at);
      expect(rows?.erasures).toEqual([expect.objectContaining({ dueAt: '2026-01-05T04:04:05.678Z' })]);
    }
  });

  it.each([
    ['missing content', given(null)],
    ['a removed question', given(question({ removalId }))],
    ['a removed reply', given(question(), reply({ removalId }))],
    ['a reply under a removed question', given(question({ removalId }), reply())],
  ])('is not found for %s', (_name, view) => {
    for (const contentType of ['question', 'discussion'] as const) {
      if (contentType === 'question' && view.state(questionAggregate, questionId)?.removalId === null) continue;
      const contentId = contentType === 'question' ? questionId : replyId;
      expect(outcome(() => removeContent.decide({ ...ofReply, contentType, contentId, by: author }, view, at))).toBe(
        'not_found',
      );
    }
  });

  it('the event for an anonymous post names an actor only if an ambassador acted', () => {
    const sealed = { owner: { accountId: null, sealed: 'sealed' }, isAnonymous: true };
    for (const by of [author, ambassador, 'wipe'] as const) {
      const [event] = removeContent.decide({ ...ofReply, by }, given(question(), reply(sealed)), at).events;
      // The audit needs the ambassador's name.
      expect(event).toMatchObject({ isAnonymous: by !== ambassador, isUnlinked: true });
    }
  });

  it('a restoration needs the id of the removal, and takes the next room number', () => {
    const gone = given(question(), reply({ removalId, removalRevision: 3 }));
    const back = restoreContent.decide(ofReply, gone, at);
    expect(back.events[0]?.data).toMatchObject({ number: 8, revision: 4, removalId });
    expect(back.rows?.keptWords).toEqual([{ contentId: replyId, removalId }]);
    expect(restoreContent.decide({ ...ofReply, removalId: questionId }, gone, at).events).toEqual([]);
  });
});
