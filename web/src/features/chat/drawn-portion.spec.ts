import { describe, expect, it } from '@jest/globals';
import { message, question } from '../../../test/sample-content.ts';
import { drawnPortion, type Heard } from './drawn-portion.ts';
import { emptyRoom, type Room, roomReducer } from './room.ts';

const questionId = message(1).questionId;

/** A frame with the messages of these numbers. */
const room = (from: number, to: number) => ({
  type: 'room' as const,
  data: {
    message: '',
    questionId,
    discussionCount: to,
    from,
    to,
    entries: Array.from({ length: to - from + 1 }, (_, index) => ({
      number: from + index,
      entry: 'message' as const,
      discussion: message(from + index),
    })),
  },
});
const counts: Heard = { type: 'counts', data: { message: '', questionId, revision: 1, boostCount: 1, repostCount: 0 } };
const resync: Heard = { type: 'resync', data: { message: '', questionId } };
const spans = (frames: readonly Heard[]) =>
  frames.map((frame) =>
    frame.type === 'room' ? [frame.data.from, frame.data.to, frame.data.entries.length] : frame.type,
  );

/** What is drawn, one portion after the other, when nothing more comes. */
function portionsOf(frames: readonly Heard[]): (readonly Heard[])[] {
  const drawn: (readonly Heard[])[] = [];
  for (let waiting = frames; waiting.length > 0; ) {
    const { now, later } = drawnPortion(waiting);
    expect(now).not.toEqual([]);
    drawn.push(now);
    waiting = later;
  }
  return drawn;
}

describe('what is drawn together of a busy chat', () => {
  it('is all of it while it is little', () => {
    const frames = [room(2, 2), counts, room(3, 4)];
    expect(drawnPortion(frames)).toEqual({ now: frames, later: [] });
  });

  it('is six messages, and the rest follows: a frame with more is drawn in parts', () => {
    expect(portionsOf([room(2, 6), counts, room(7, 13)]).map(spans)).toEqual([
      [[2, 6, 5], 'counts', [7, 7, 1]],
      [[8, 13, 6]],
    ]);
  });

  it('ends before the frame that would be one too many, and nothing overtakes it', () => {
    expect(portionsOf([room(2, 7), room(8, 8), counts, resync]).map(spans)).toEqual([
      [[2, 7, 6]],
      [[8, 8, 1], 'counts', 'resync'],
    ]);
  });

  it('is half of more, so that it catches up, and all of what fills the screen anew anyway', () => {
    expect(spans(drawnPortion([room(2, 15)]).now)).toEqual([[2, 8, 7]]);
    expect(spans(drawnPortion([room(2, 21)]).now)).toEqual([[2, 11, 10]]);
    expect(spans(drawnPortion([room(2, 12), room(13, 22)]).now)).toEqual([
      [2, 12, 11],
      [13, 22, 10],
    ]);
  });

  it('counts nothing for a poll, which mostly says once more what the socket has brought before it', () => {
    const polled: Heard = { type: 'polled', data: { from: 2, to: 8, entries: room(2, 8).data.entries } };
    expect(portionsOf([room(2, 5), polled, room(6, 8)]).map(spans)).toEqual([
      [[2, 5, 4], 'polled', [6, 7, 2]],
      [[8, 8, 1]],
    ]);
  });

  it('makes the same room in parts as at once, without a gap that would have it joined anew', () => {
    const start: Room = roomReducer(emptyRoom, { type: 'snapshot', detail: question([message(1)]), pageSize: 5 });
    const take = (known: Room, frame: Heard) =>
      frame.type === 'room' ? roomReducer(known, { type: 'news', news: frame.data }) : known;
    const frames = [room(2, 8), room(9, 9), room(10, 20)];
    const whole = frames.reduce(take, start);
    expect(portionsOf(frames).length).toBeGreaterThan(2);
    expect(portionsOf(frames).flat().reduce(take, start)).toEqual(whole);
    expect(whole).toMatchObject({ lastNumber: 20, need: 'nothing', discussionCount: 20 });
  });
});
