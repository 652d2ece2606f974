import { describe, expect, it } from '@jest/globals';
import { inboxSize, indexOf, isOpen, type Mark, marked, type NumberedNotice, nothingRead } from './reading.js';

const notice = (id: string, number: number, changes: Partial<NumberedNotice> = {}): NumberedNotice => ({
  id,
  side: 'named',
  number,
  aboutQuestionId: null,
  ...changes,
});
const after = (...marks: Mark[]) => indexOf(marks.reduce(marked, nothingRead));

describe('a read mark', () => {
  it('covers each inbox up to the number at the time of the call', () => {
    const { isRead } = after({ kind: 'all', upTo: { named: 3, sealed: 1 } });
    expect([isRead(notice('a', 3)), isRead(notice('b', 4))]).toEqual([true, false]);
    expect([isRead(notice('c', 1, { side: 'sealed' })), isRead(notice('d', 2, { side: 'sealed' }))]).toEqual([
      true,
      false,
    ]);
  });

  it('covers one notification, which a later act makes unread again', () => {
    const { isRead } = after({ kind: 'one', side: 'named', id: 'a', number: 5 });
    expect([isRead(notice('a', 5)), isRead(notice('a', 6)), isRead(notice('b', 4))]).toEqual([true, false, false]);
  });

  it('covers the notifications about one question', () => {
    const { isRead } = after({ kind: 'question', questionId: 'q', upTo: { named: 2, sealed: 7 } });
    expect(isRead(notice('a', 2, { aboutQuestionId: 'q' }))).toBe(true);
    expect(isRead(notice('a', 3, { aboutQuestionId: 'q' }))).toBe(false);
    expect(isRead(notice('a', 7, { aboutQuestionId: 'q', side: 'sealed' }))).toBe(true);
    expect(isRead(notice('a', 1, { aboutQuestionId: 'other' }))).toBe(false);
    expect(isRead(notice('a', 1))).toBe(false);
  });

  it('does not depend on the order or repetition of marks', () => {
    const marks: Mark[] = [
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
    const readBy = (order: readonly Mark[]) => notices.map(after(...order).isRead);
    expect(readBy([...marks].reverse())).toEqual(readBy(marks));
    expect(readBy([...marks, ...marks])).toEqual(readBy(marks));
  });

  it('ends the group that later acts would join, as a deletion does', () => {
    const read = marked(nothingRead, { kind: 'one', side: 'named', id: 'a', number: 5 });
    expect([isOpen(nothingRead, notice('a', 5)), isOpen(read, notice('a', 5)), isOpen(read, notice('b', 5))]).toEqual([
      true,
      false,
      true,
    ]);
    const deleted = marked(nothingRead, { kind: 'deleted', side: 'named', id: 'a', number: 5 });
    expect([isOpen(deleted, notice('a', 5)), isOpen(deleted, notice('b', 5))]).toEqual([false, true]);
  });

  it('of a deletion leaves unread the acts that join during it', () => {
    const deleted = marked(nothingRead, { kind: 'deleted', side: 'named', id: 'a', number: 5 });
    const { isDeleted, isRead } = indexOf(deleted);
    expect([isDeleted(notice('a', 5)), isDeleted(notice('a', 6)), isDeleted(notice('b', 5))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isRead(notice('a', 6)), isOpen(deleted, notice('a', 6))]).toEqual([false, true]);
    const again = marked(deleted, { kind: 'deleted', side: 'named', id: 'a', number: 6 });
    expect(indexOf(again).isDeleted(notice('a', 6))).toBe(true);
  });

  it('is dropped when it adds nothing, and each inbox keeps a bounded number', () => {
    let reading = nothingRead;
    for (let number = 1; number <= inboxSize + 20; number += 1) {
      for (const side of ['named', 'sealed'] as const) {
        reading = marked(reading, { kind: 'one', side, id: `${side} ${number}`, number });
        reading = marked(reading, { kind: 'deleted', side, id: `${side} gone ${number}`, number });
      }
      reading = marked(reading, {
        kind: 'question',
        questionId: `q ${number}`,
        upTo: { named: number, sealed: number },
      });
    }
    expect(reading.ones).toHaveLength(2 * inboxSize);
    expect(reading.deleted).toHaveLength(2 * inboxSize);
    const { isRead, isDeleted } = indexOf(reading);
    expect([
      isRead(notice('named 520', 520)),
      isRead(notice('named 20', 20)),
      isDeleted(notice('sealed gone 21', 21)),
    ]).toEqual([true, false, true]);
    const all = marked(reading, { kind: 'all', upTo: { named: 600, sealed: 600 } });
    expect([all.ones, all.questions]).toEqual([[], []]);
  });
});
