import { describe, expect, it } from '@jest/globals';
import {
  applyMark,
  emptyReadState,
  indexReadState,
  isUnread,
  maxInboxSize,
  type NumberedNotice,
  type ReadMark,
} from './reading.js';

const notice = (id: string, number: number, changes: Partial<NumberedNotice> = {}): NumberedNotice => ({
  id,
  side: 'named',
  number,
  aboutQuestionId: null,
  ...changes,
});
const after = (...marks: ReadMark[]) => indexReadState(marks.reduce(applyMark, emptyReadState));

describe('a read mark', () => {
  it.each<[what: string, mark: ReadMark, read: NumberedNotice[], unread: NumberedNotice[]]>([
    [
      'each inbox up to the number at the time of the call',
      { kind: 'all', upTo: { named: 3, sealed: 1 } },
      [notice('a', 3), notice('c', 1, { side: 'sealed' })],
      [notice('b', 4), notice('d', 2, { side: 'sealed' })],
    ],
    [
      'one notification, which a later act makes unread again',
      { kind: 'one', side: 'named', id: 'a', number: 5 },
      [notice('a', 5)],
      [notice('a', 6), notice('b', 4)],
    ],
    [
      'the notifications about one question',
      { kind: 'question', questionId: 'q', upTo: { named: 2, sealed: 7 } },
      [notice('a', 2, { aboutQuestionId: 'q' }), notice('a', 7, { aboutQuestionId: 'q', side: 'sealed' })],
      [notice('a', 3, { aboutQuestionId: 'q' }), notice('a', 1, { aboutQuestionId: 'other' }), notice('a', 1)],
    ],
  ])('covers %s', (_what, mark, read, unread) => {
    const { isRead } = after(mark);
    expect([read.map(isRead), unread.map(isRead)]).toEqual([read.map(() => true), unread.map(() => false)]);
  });

  it('marks in any order, even repeated, give the same read state', () => {
    const marks: ReadMark[] = [
      { kind: 'all', upTo: { named: 4, sealed: 0 } },
      { kind: 'one', side: 'named', id: 'a', number: 6 },
      { kind: 'one', side: 'named', id: 'a', number: 5 },
      { kind: 'question', questionId: 'q', upTo: { named: 5, sealed: 1 } },
      { kind: 'deleted', side: 'sealed', id: 'b', number: 2 },
    ];
    const notices = [4, 5, 6, 7].flatMap((number) => [
      notice('a', number),
      notice('c', number, { aboutQuestionId: 'q' }),
    ]);
    const readBy = (order: readonly ReadMark[]) => notices.map(after(...order).isRead);
    expect(readBy([...marks].reverse())).toEqual(readBy(marks));
    expect(readBy([...marks, ...marks])).toEqual(readBy(marks));
  });

  it.each(['one', 'deleted'] as const)('after a mark (%s), the next act starts a new notification', (kind) => {
    const reading = applyMark(emptyReadState, { kind, side: 'named', id: 'a', number: 5 });
    expect([isUnread(emptyReadState, notice('a', 5)), isUnread(reading, notice('a', 5))]).toEqual([true, false]);
    expect(isUnread(reading, notice('b', 5))).toBe(true);
  });

  it('if an act joins a notification during its deletion, the notification is unread', () => {
    const deletedAt = (number: number, reading = emptyReadState) =>
      applyMark(reading, { kind: 'deleted', side: 'named', id: 'a', number });
    const deleted = deletedAt(5);
    const { isDeleted, isRead } = indexReadState(deleted);
    expect([notice('a', 5), notice('a', 6), notice('b', 5)].map(isDeleted)).toEqual([true, false, false]);
    expect([isRead(notice('a', 6)), isUnread(deleted, notice('a', 6))]).toEqual([false, true]);
    expect(indexReadState(deletedAt(6, deleted)).isDeleted(notice('a', 6))).toBe(true);
  });

  it('redundant marks are dropped, and each inbox keeps a bounded number of marks', () => {
    let reading = emptyReadState;
    for (let number = 1; number <= maxInboxSize + 20; number += 1) {
      for (const side of ['named', 'sealed'] as const) {
        reading = applyMark(reading, { kind: 'one', side, id: `${side} ${number}`, number });
        reading = applyMark(reading, { kind: 'deleted', side, id: `${side} gone ${number}`, number });
      }
      const upTo = { named: number, sealed: number };
      reading = applyMark(reading, { kind: 'question', questionId: `q ${number}`, upTo });
    }
    expect(reading.ones).toHaveLength(2 * maxInboxSize);
    expect(reading.deleted).toHaveLength(2 * maxInboxSize);
    const { isRead, isDeleted } = indexReadState(reading);
    expect([
      isRead(notice('named 520', 520)),
      isRead(notice('named 20', 20)),
      isDeleted(notice('sealed gone 21', 21)),
    ]).toEqual([true, false, true]);
    const all = applyMark(reading, { kind: 'all', upTo: { named: 600, sealed: 600 } });
    expect([all.ones, all.questions]).toEqual([[], []]);
  });
});
