import type { Decision } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { type EditQuestion, editQuestion } from '../questions/edit-question.decider.js';
import { latchReveal } from '../questions/latch-reveal.decider.js';
import { questionAggregate } from '../questions/question.aggregates.js';
import { askQuestion } from '../questions/question.decider.js';
import type { Question } from '../questions/question.sql.js';
import { at, given, maya, question, questionId, removalId, textId } from '../questions/question-states.suite.js';
import { endLock } from './end-lock.decider.js';

const days = (count: number) => new Date(Date.parse(at.now) + count * 86_400_000).toISOString();
const boosted = (peak: number, revision = peak) => ({ peak, revision });
const unboosted = boosted(0);

const edit = (state: Question, change: Partial<EditQuestion>) =>
  editQuestion.decide(
    {
      ...{
        questionId,
        isAuthor: true,
        isTarget: false,
        counts: unboosted,
        title: undefined,
        description: undefined,
        heldBy: null,
      },
      ...change,
    },
    given(state),
    at,
  );
const lower = (state: Question, replyBoostThreshold: number, counts = unboosted) =>
  edit(state, { replyBoostThreshold, counts });
const end = (state: Question, counts = unboosted) =>
  endLock.decide({ questionId, removalId, counts, heldBy: null }, given(state), at);
const factsOf = ({ events }: Decision<unknown>) => events.map(({ type, data }) => ({ type, ...data }));
const typesOf = (decision: Decision<unknown>) => factsOf(decision).map(({ type }) => type);
const after = (state: Question, { events }: Decision<unknown>): Question =>
  events.reduce<Question>((before, event) => questionAggregate.evolve(before, event as never)!, state);
const refusedAs = (code: string) => expect.objectContaining({ code });

describe('a lowered threshold', () => {
  it('a question lowered to above the peak stays closed, and takes one room number', () => {
    const decision = lower(question({ threshold: 9, pinnedThreshold: 7, lastNumber: 4 }), 5, boosted(4));
    expect(factsOf(decision)).toEqual([
      { type: 'ThresholdLowered', questionId, owner: maya, replyBoostThreshold: 5, thresholds: [5, 7], number: 5 },
    ]);
    expect(decision.live![0]!.data).toMatchObject({
      entries: [{ number: 5, entry: 'edited', replyBoostThreshold: 5 }],
    });
    expect(decision.result).toEqual({ questionId, loweredTo: 5 });
  });

  it.each([
    ['at the peak', 5, boosted(5)],
    ['below a peak whose boosts were taken back', 3, boosted(8)],
    ['at 0', 0, unboosted],
  ])('opens the question %s, with the counts at that time', (_name, threshold, counts) => {
    const locked = question({ threshold: 9, lastNumber: 4 });
    const decision = lower(locked, threshold, counts);
    expect(factsOf(decision)[1]).toEqual({
      ...{ type: 'Revealed', questionId, owner: maya, threshold, revealCount: counts.peak, number: 6 },
      countsRevision: counts.revision,
    });
    const open = after(locked, decision);
    expect(open.threshold).toBeLessThanOrEqual(open.latched);
    expect(typesOf(latchReveal.decide({ questionId, boostPeak: 100 }, given(open), at))).toEqual([]);
  });

  it('a question opens if it is lowered to the latched threshold of its pinned reply', () => {
    const state = question({ threshold: 9, pinnedThreshold: 5, latched: 5 });
    expect(typesOf(lower(state, 5, boosted(6)))).toEqual(['ThresholdLowered', 'Revealed']);
    expect(typesOf(lower(state, 4, boosted(6)))).toEqual(['ThresholdLowered', 'Revealed']);
  });

  it('a lowered threshold does not open a pinned reply with a higher threshold', () => {
    const state = question({ threshold: 9, pinnedThreshold: 5 });
    expect(after(state, lower(state, 0, boosted(4))).latched).toBeLessThan(5);
  });

  it('a boost after the lowering can reach the lowered threshold', () => {
    const state = question({ threshold: 9 });
    const lowered = after(state, lower(state, 3, boosted(2)));
    expect(factsOf(latchReveal.decide({ questionId, boostPeak: 3 }, given(lowered), at))).toMatchObject([
      { type: 'Revealed', threshold: 3, number: 2 },
    ]);
  });

  it('a threshold is never raised, and cannot change after the opening', () => {
    expect(() => lower(question({ threshold: 3 }), 4)).toThrow(refusedAs('threshold_rises'));
    expect(() => lower(question({ threshold: 3, latched: 3 }), 4)).toThrow(refusedAs('threshold_rises'));
    expect(() => lower(question(), 1)).toThrow(refusedAs('threshold_rises'));
    for (const state of [question({ threshold: 3 }), question({ threshold: 3, latched: 3 }), question()])
      expect(lower(state, state.threshold)).toMatchObject({ events: [], result: { questionId } });
    expect(lower(question({ threshold: 3, latched: 3 }), 1)).toMatchObject({ events: [], result: { questionId } });
  });

  it('a threshold can be lowered after boosts and replies, but words cannot be edited', () => {
    const state = question({ threshold: 9, wasAnswered: true });
    expect(typesOf(lower(state, 5, boosted(2)))).toEqual(['ThresholdLowered']);
    const both = { title: { id: textId, words: 'Else?' }, replyBoostThreshold: 5 };
    expect(() => edit(state, both)).toThrow(refusedAs('conflict'));
    expect(() => edit(question(), { counts: boosted(1) })).toThrow(refusedAs('conflict'));
  });

  it('an edit of words, lock and threshold takes room numbers in this order', () => {
    const change = { title: { id: questionId, words: 'Else?' }, lockUntil: days(1), replyBoostThreshold: 0 };
    const decision = edit(question({ threshold: 9 }), { ...change, ifNotReached: 'open' });
    expect(factsOf(decision)).toMatchObject([
      { type: 'QuestionEdited', number: 1 },
      { type: 'LockEndSet', number: 2 },
      { type: 'ThresholdLowered', number: 3 },
      { type: 'Revealed', number: 4 },
    ]);
  });
});

describe('the end of a lock', () => {
  const locked = question({ threshold: 3 });

  it('the end of a lock can be set until the first boost, at most 30 days ahead', () => {
    const decision = edit(locked, { lockUntil: days(30), ifNotReached: 'delete' });
    expect(factsOf(decision)).toMatchObject([{ type: 'LockEndSet', lockUntil: days(30), ifNotReached: 'delete' }]);
    for (const lockUntil of [days(30.1), days(0), days(-1)])
      expect(() => edit(locked, { lockUntil })).toThrow(refusedAs('invalid_input'));
    for (const state of [question(), question({ threshold: 3, latched: 3 })])
      expect(() => edit(state, { lockUntil: days(1) })).toThrow(refusedAs('invalid_input'));
    const change = { lockUntil: days(1), counts: boosted(1) };
    expect(() => edit(locked, change)).toThrow(refusedAs('already_boosted'));
  });

  it('the end of a lock can be sent unchanged after a boost, and removed before one', () => {
    const dated = question({ threshold: 3, lockUntil: days(2), ifNotReached: 'open' });
    expect(typesOf(edit(dated, { lockUntil: days(2), ifNotReached: 'open', counts: boosted(1) }))).toEqual([]);
    expect(factsOf(edit(dated, { lockUntil: null }))).toMatchObject([{ lockUntil: null, ifNotReached: 'open' }]);
  });

  it('an end of a lock that is set with the ask takes no room number', () => {
    const words = { title: { id: textId, words: 'Who?' }, description: null };
    const rules = { isAnonymous: true, allowAnonymousAnswers: true, replyBoostThreshold: 3, targetId: null };
    const ask = { questionId, ...words, ...rules, owner: maya, recentAsksKey: null, receiptHash: null, heldBy: [] };
    const decide = (more: object) => askQuestion.decide({ ...ask, ...more }, given(null), at);
    expect(factsOf(decide({ lockUntil: days(1), ifNotReached: 'open' }))[1]).toEqual({
      ...{ type: 'LockEndSet', questionId, lockUntil: days(1), ifNotReached: 'open', number: null },
    });
    expect(typesOf(decide({}))).toEqual(['QuestionAsked']);
    const lockless = { lockUntil: days(1), replyBoostThreshold: 0 };
    expect(() => decide(lockless)).toThrow(refusedAs('invalid_input'));
  });

  const due = (over: Partial<Question>) => question({ threshold: 3, lockUntil: days(-1), ...over });

  it('the end of a lock opens the question once, like a threshold lowered to 0', () => {
    const state = due({ ifNotReached: 'open' });
    const decision = end(state, boosted(2, 7));
    expect(factsOf(decision)).toMatchObject([
      { type: 'ThresholdLowered', replyBoostThreshold: 0 },
      { type: 'Revealed', threshold: 0, revealCount: 2, countsRevision: 7 },
    ]);
    expect(typesOf(end(after(state, decision), boosted(2)))).toEqual([]);
  });

  it('the end of a lock deletes the question without naming its author', () => {
    const [removed] = end(due({ ifNotReached: 'delete', isAnonymous: true })).events;
    expect(removed).toMatchObject({ type: 'ContentRemoved', data: { cause: 'author', removalId }, isAnonymous: true });
  });

  it('the end of a lock latches the reveal if the boosts had reached the threshold', () => {
    const decision = end(due({ ifNotReached: 'delete' }), boosted(3));
    expect(factsOf(decision)).toMatchObject([{ type: 'Revealed', threshold: 3 }]);
  });

  it.each([
    ['the end is not due', due({ lockUntil: days(1), ifNotReached: 'delete' })],
    ['the lock has no end', due({ lockUntil: null, ifNotReached: 'delete' })],
    ['the question shall stay locked', due({ ifNotReached: 'stay' })],
    ['the question is open', due({ latched: 3, ifNotReached: 'delete' })],
    ['the question is gone', due({ removalId, ifNotReached: 'open' })],
  ])('changes nothing if %s', (_name, state) => {
    expect(typesOf(end(state))).toEqual([]);
  });
});
