import type { AggregateDefinition } from '@hearsay/event-store';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  endWipeTask,
  runningWipeAggregate,
  startWipe,
  undoWipe,
  type WipeState,
  wipeAggregate,
} from './wipe.decider.js';

const id = (number: number) => `01970000-0000-7000-8000-00000000000${number}`;
const [wipeId, subjectId, ambassadorId] = [id(1), id(2), id(3)];
const undoUntil = '2026-01-05T03:04:05.678Z';
const started: WipeState = { subjectId, undoUntil, status: 'running', isEmpty: false };
const viewWith = (state: WipeState | null, running: string | null = null) =>
  batchViewOf([
    { aggregate: wipeAggregate as unknown as AggregateDefinition<unknown>, key: wipeId, state },
    { aggregate: runningWipeAggregate as unknown as AggregateDefinition<unknown>, key: subjectId, state: running },
  ]);
const undo = (state: WipeState | null, now: string) =>
  undoWipe.decide({ wipeId, ambassadorId }, viewWith(state), { now, accountId: ambassadorId });
const refusal = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a wipe', () => {
  const counts = { questions: 1, discussions: 2, podcasts: 3, reposts: 4 };

  it('the start of a wipe sets an end of the undo after 72 hours, and writes its task', () => {
    const now = '2026-01-02T03:04:05.678Z';
    const { events, rows, result } = startWipe.decide({ wipeId, subjectId, ambassadorId, counts }, viewWith(null), {
      now,
      accountId: ambassadorId,
    });
    expect(events).toMatchObject([{ type: 'WipeStarted', data: { wipeId, subjectId, ambassadorId, undoUntil } }]);
    expect(rows?.wipeTasks).toEqual([{ wipeId, subjectId, kind: 'hide', dueAt: now }]);
    expect(result).toEqual({ wipeId, counts, undoUntil });
  });

  it('a wipe without content and its undo are done at once, and marked as empty', () => {
    const none = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };
    const context = { now: '2026-01-02T03:04:05.678Z', accountId: ambassadorId };
    const begun = startWipe.decide({ wipeId, subjectId, ambassadorId, counts: none }, viewWith(null), context);
    expect(begun.events).toMatchObject([{ type: 'WipeStarted', data: { isEmpty: true } }, { type: 'WipeFinished' }]);
    const undone = undo({ ...started, status: 'done', isEmpty: true }, undoUntil);
    expect(undone.events).toMatchObject([{ type: 'WipeUndone', data: { isEmpty: true } }]);
    expect([begun.rows?.wipeTasks, undone.rows?.wipeTasks]).toEqual([[], undefined]);
  });

  it.each(['running', 'done'] as const)('a %s wipe can be undone until its deadline', (status) => {
    expect(undo({ ...started, status }, undoUntil).events).toMatchObject([
      { type: 'WipeUndone', data: { wipeId, subjectId, ambassadorId } },
    ]);
  });

  it.each([
    ['twice', { ...started, status: 'undone' as const }, undoUntil, 'conflict'],
    ['a millisecond too late', started, '2026-01-05T03:04:05.679Z', 'conflict'],
    ['before it was', null, undoUntil, 'not_found'],
  ])('refuses an undo %s', (_when, state, now, code) => {
    expect(refusal(() => undo(state, now))).toBe(code);
  });

  it('a wipe finishes once, and never after it was undone', () => {
    const end = (status: WipeState['status'], kind: 'hide' | 'show') =>
      endWipeTask
        .decide({ wipeId, kind }, viewWith({ ...started, status }), { now: undoUntil, accountId: null })
        .events.map(({ type }) => type);
    expect([end('running', 'hide'), end('done', 'hide'), end('undone', 'hide'), end('undone', 'show')]).toEqual([
      ['WipeFinished'],
      [],
      [],
      [],
    ]);
  });
});
