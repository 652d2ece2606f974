import { describe, expect, it } from '@jest/globals';
import { messageEntry } from '../tests/views.suite.js';
import { RoomSequence } from './room-sequence.js';

const entries = (...numbers: number[]) =>
  numbers.map((number) => messageEntry('01890000-0000-7000-8000-000000000001', number));
const numbersOf = (taken: { number: number }[]) => taken.map(({ number }) => number);

describe('the order of a room', () => {
  it('answers what is next, and keeps what is early', () => {
    const sequence = new RoomSequence(10);
    expect(numbersOf(sequence.take(entries(13, 11)))).toEqual([11]);
    expect(sequence).toMatchObject({ last: 11, hasGap: true });
    expect(numbersOf(sequence.take(entries(12)))).toEqual([12, 13]);
    expect(sequence).toMatchObject({ last: 13, hasGap: false });
  });

  it('keeps nothing of what was sent already', () => {
    const sequence = new RoomSequence(10);
    expect(sequence.take(entries(9, 10))).toEqual([]);
    expect(sequence.hasGap).toBe(false);
  });

  it('keeps a bounded number of early entries, and goes on all the same when the missing one comes', () => {
    const sequence = new RoomSequence(0);
    sequence.take(entries(...Array.from({ length: 1200 }, (_, index) => index + 2)));
    expect(sequence.take(entries(1))).toHaveLength(1001);
    expect(sequence).toMatchObject({ last: 1001, hasGap: false });
  });

  it('goes on after a jump, without what lies before it', () => {
    const sequence = new RoomSequence(0);
    sequence.take(entries(5, 22));
    sequence.jumpTo(20);
    expect(numbersOf(sequence.take(entries(21)))).toEqual([21, 22]);
    expect(sequence.hasGap).toBe(false);
  });
});
