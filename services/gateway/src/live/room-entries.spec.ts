import { describe, expect, it } from '@jest/globals';
import { messageEntry } from '../tests/views.suite.js';
import { EntryRing, RoomSequence } from './room-entries.js';

const entries = (...numbers: number[]) =>
  numbers.map((number) => messageEntry('01890000-0000-7000-8000-000000000001', number));
const numbersOf = (taken: { number: number }[]) => taken.map(({ number }) => number);

describe('the order of a room', () => {
  it('until a missing entry arrives, the sequence keeps a limited number of later ones', () => {
    const sequence = new RoomSequence(0);
    sequence.take(entries(...Array.from({ length: 1200 }, (_, index) => index + 2)));
    expect(sequence.take(entries(1))).toHaveLength(1001);
    expect(sequence).toMatchObject({ last: 1001, hasGap: false });
  });

  it('`jumpTo` drops early entries up to its number, and the sequence continues there', () => {
    const sequence = new RoomSequence(0);
    sequence.take(entries(5, 22));
    sequence.jumpTo(20);
    expect(numbersOf(sequence.take(entries(21)))).toEqual([21, 22]);
    expect(sequence.hasGap).toBe(false);
  });
});

describe('the ring of a room', () => {
  const encoded = (number: number) => {
    const empty = { json: '', replyId: null, authorId: null };
    return { ...empty, number, entry: 'message' as const };
  };

  it('the ring keeps fewer entries if they are long', () => {
    const ring = new EntryRing(0);
    for (let number = 1; number <= 100; number += 1) ring.push({ ...encoded(number), json: 'x'.repeat(4096) });
    expect(ring.since(67)).toBeNull();
    expect(ring.since(68)).toHaveLength(32);
  });

  it('the ring forgets all entries before a removal, and keeps the removal', () => {
    const ring = new EntryRing(0);
    // The ring looks only at the kinds of entries, so the entries of this test have no content.
    for (const number of [1, 2]) ring.push(encoded(number));
    const removal = { ...encoded(3), entry: 'removed' as const };
    ring.push(removal);
    expect(ring.since(1)).toBeNull();
    expect(ring.since(2)).toEqual([removal]);
  });
});
