import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { latchReveal } from './latch-reveal.decider.js';
import { postReply } from './post-reply.decider.js';
import { questionAggregate } from './question.aggregates.js';
import { askQuestion } from './question.decider.js';
import type { Question } from './question.sql.js';
import { at, given, maya, question, questionId, replyId, textId } from './question-states.suite.js';

const sealed = { accountId: null, sealed: 'key.nonce.text.tag' };
const words = { textId: '01970000-0000-7000-8000-0000000000b1', content: 'I would tell her.' };
const reply = { replyId, questionId, ...words, owner: maya, isAnonymous: false, parent: null };
const liveEntry = (decision: ReturnType<typeof postReply.decide>) =>
  (decision.live![0]!.data as { entries: { reply: { content: string | null; isRevealed: boolean } }[] }).entries[0]!
    .reply;

describe('ask', () => {
  const texts = { title: { id: textId, words: 'Would you tell?' }, description: null };
  const rules = { isAnonymous: true, allowAnonymousAnswers: true, replyBoostThreshold: 3, targetId: null };
  const ask = { questionId, ...texts, ...rules, owner: sealed, recentAsksKey: null, receiptHash: null, heldBy: [] };

  it('an ask writes its words to rows, and its event contains no words', () => {
    const decision = askQuestion.decide(ask, given(null), at);
    expect(JSON.stringify(decision.events)).not.toContain('Would you tell?');
    expect(decision.rows?.texts).toEqual([texts.title]);
  });

  it('the event of an anonymous question names no actor', () => {
    const [event] = askQuestion.decide(ask, given(null), at).events;
    expect(event?.isAnonymous).toBe(true);
    expect(JSON.stringify(event?.data)).not.toContain(maya.accountId);
  });
});

describe('reply', () => {
  it('a reply takes the next number of the room', () => {
    const [event] = postReply.decide(reply, given(question({ lastNumber: 41, replyCount: 40 })), at).events;
    expect(event?.data).toMatchObject({ number: 42 });
  });

  it('the live message of a reply contains no words while the reply is locked', () => {
    const decision = postReply.decide(reply, given(question({ threshold: 3, latched: 0 })), at);
    expect(liveEntry(decision)).toMatchObject({ content: null, isRevealed: false, boostThreshold: 3 });
    expect(JSON.stringify(decision.live)).not.toContain('tell her');
  });

  it('the live message of a reply contains the words after the reveal', () => {
    const decision = postReply.decide(reply, given(question({ threshold: 3, latched: 3 })), at);
    expect(liveEntry(decision)).toMatchObject({ content: reply.content, isRevealed: true });
  });

  it('an anonymous reply is refused if the question allows none', () => {
    const anonymous = { ...reply, isAnonymous: true, owner: sealed };
    const act = () => postReply.decide(anonymous, given(question({ allowAnonymousAnswers: false })), at);
    expect(act).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('a reply is refused if its question does not exist', () => {
    for (const state of [null, question({ removalId: replyId })])
      expect(() => postReply.decide(reply, given(state), at)).toThrow(new Refusal('not_found'));
  });

  it('a reply is accepted under a pending question that its author can see', () => {
    expect(postReply.decide(reply, given(question({ approval: 'pending' })), at).events).toHaveLength(1);
  });

  it('the event of a reply contains the authors of question and parent', () => {
    const parent = { id: '01970000-0000-7000-8000-000000000003', owner: sealed };
    const [event] = postReply.decide({ ...reply, parent }, given(question()), at).events;
    expect(event?.data).toMatchObject({ questionOwner: maya, parentReplyId: parent.id, parentOwner: sealed });
  });
});

describe('reveal', () => {
  const latch = (state: Question, boostPeak: number) => latchReveal.decide({ questionId, boostPeak }, given(state), at);

  it.each([
    ['below the threshold', question({ threshold: 3 }), 2],
    ['latched before', question({ threshold: 3, latched: 3 }), 5],
    ['nothing hidden', question(), 5],
  ])('%s changes nothing', (_name, state, peak) => {
    expect(latch(state, peak).events).toEqual([]);
  });

  it('a reveal is one event with the next number when the threshold is reached', () => {
    const { events, result } = latch(question({ threshold: 3, lastNumber: 7 }), 3);
    expect(events).toHaveLength(1);
    expect(events[0]?.data).toMatchObject({ threshold: 3, revealCount: 3, number: 8 });
    expect(result).toEqual({ lastNumber: 8 });
  });

  it('each newly reached threshold of a question or its pinned reply makes one reveal', () => {
    const { events } = latch(question({ threshold: 3, pinnedThreshold: 2, lastNumber: 7 }), 4);
    expect(events.map(({ data }) => data)).toMatchObject([
      { threshold: 2, number: 8 },
      { threshold: 3, number: 9 },
    ]);
    expect(latch(question({ threshold: 3, pinnedThreshold: 5, latched: 3 }), 4).events).toEqual([]);
  });

  it('`latch-reveal` makes no event for a threshold that was revealed before', () => {
    const state = questionAggregate.evolve(question({ threshold: 3 }), latch(question({ threshold: 3 }), 3).events[0]!);
    expect(latchReveal.decide({ questionId, boostPeak: 9 }, given(state), at).events).toEqual([]);
  });
});
