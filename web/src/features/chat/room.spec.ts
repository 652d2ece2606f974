import type { SeenEntry } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { message, question } from '../../../test/sample-content.ts';
import { emptyRoom, type Room, roomReducer } from './room.ts';

const PAGE = 5;
/** As a frame brings it, which does not say whose it is. */
const entry = (number: number, changes = {}): SeenEntry => {
  const { isMine: _, ...discussion } = message(number, changes);
  return { number, entry: 'message', discussion };
};
const numbers = (room: Room) => room.messages.map(({ number }) => number);
const snapshot = (room: Room, upTo: readonly number[], changes = {}) =>
  roomReducer(room, {
    type: 'snapshot',
    detail: question(
      upTo.map((number) => message(number)),
      changes,
    ),
    pageSize: PAGE,
  });
const frame = (room: Room, from: number, to: number, entries: SeenEntry[]) =>
  roomReducer(room, { type: 'news', news: { from, to, entries, discussionCount: to } });

describe('a room', () => {
  it('appends the frame that follows its last number', () => {
    const room = frame(snapshot(emptyRoom, [1, 2]), 3, 4, [entry(3), entry(4)]);
    expect(numbers(room)).toEqual([1, 2, 3, 4]);
    expect(room).toMatchObject({ lastNumber: 4, need: 'nothing', discussionCount: 4 });
  });

  it('joins again at a gap and takes nothing out of order', () => {
    const room = frame(snapshot(emptyRoom, [1, 2]), 5, 5, [entry(5)]);
    expect(numbers(room)).toEqual([1, 2]);
    expect(room).toMatchObject({ lastNumber: 2, need: 'join' });
    const again = frame(room, 6, 6, [entry(6)]);
    expect(again.asked).toBe(room.asked + 1);
    expect(numbers(frame(again, 3, 6, [entry(3), entry(4), entry(5), entry(6)]))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ignores what it has, also inside a frame that overlaps', () => {
    const room = snapshot(emptyRoom, [1, 2, 3]);
    expect(frame(room, 2, 3, [entry(2), entry(3)])).toBe(room);
    expect(numbers(frame(room, 2, 4, [entry(2), entry(3), entry(4)]))).toEqual([1, 2, 3, 4]);
  });

  it('reads the question anew when words open, and after a resync joins from there', () => {
    const opened = frame(snapshot(emptyRoom, [1]), 2, 2, [{ number: 2, entry: 'revealed', revealCount: 3 }]);
    expect(opened).toMatchObject({ lastNumber: 2, need: 'read' });
    const resynced = roomReducer(snapshot(emptyRoom, [1]), { type: 'resync' });
    expect(resynced.need).toBe('read');
    expect(snapshot(resynced, [1, 2, 3])).toMatchObject({ lastNumber: 3, need: 'join' });
  });

  it('keeps what a frame brought when an older poll answers after it', () => {
    const ahead = frame(snapshot(emptyRoom, [1, 2]), 3, 3, [entry(3)]);
    expect(numbers(snapshot(ahead, [1, 2]))).toEqual([1, 2, 3]);
  });

  it('drops a message that the snapshot no longer has', () => {
    expect(numbers(snapshot(snapshot(emptyRoom, [1, 2, 3]), [1, 3]))).toEqual([1, 3]);
  });

  it('never takes opened words back', () => {
    const open = snapshot(emptyRoom, [1]);
    const late = roomReducer(open, {
      type: 'snapshot',
      detail: question([message(1, { content: null, isRevealed: false })]),
      pageSize: PAGE,
    });
    expect(late.messages[0]).toMatchObject({ content: 'words 1', isRevealed: true });
  });

  it('shows one own message once, whether answer or frame comes first', () => {
    const mine = message(2, { content: 'mine', isMine: true, isRevealed: false });
    const asOthersSeeIt = entry(2, { content: null, isRevealed: false });
    const answerFirst = frame(roomReducer(snapshot(emptyRoom, [1]), { type: 'sent', message: mine }), 2, 2, [asOthersSeeIt]);
    const frameFirst = roomReducer(frame(snapshot(emptyRoom, [1]), 2, 2, [asOthersSeeIt]), { type: 'sent', message: mine });
    for (const room of [answerFirst, frameFirst]) {
      expect(numbers(room)).toEqual([1, 2]);
      expect(room.messages[1]).toMatchObject({ isMine: true, content: 'mine' });
    }
  });

  it('pages back and keeps the earlier messages over later snapshots', () => {
    const recent = snapshot(emptyRoom, [6, 7, 8, 9, 10]);
    expect(recent.hasEarlier).toBe(true);
    const whole = roomReducer(recent, { type: 'earlier', before: 6, messages: [4, 5].map((number) => message(number)), pageSize: PAGE });
    expect(whole.hasEarlier).toBe(false);
    const polled = snapshot(whole, [7, 8, 9, 10, 11]);
    expect(numbers(polled)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(polled.hasEarlier).toBe(false);
  });

  it('begins anew where so much was missed that the newest do not join what it had, and can be read back from there', () => {
    const short = snapshot(emptyRoom, [1, 2]);
    expect(short.hasEarlier).toBe(false);
    const back = snapshot(short, [10, 11, 12, 13, 14]);
    expect(numbers(back)).toEqual([10, 11, 12, 13, 14]);
    expect(back).toMatchObject({ lastNumber: 14, hasEarlier: true });
    const earlier = (before: number, ...found: number[]) =>
      roomReducer(back, { type: 'earlier', before, messages: found.map((number) => message(number)), pageSize: PAGE });
    expect(numbers(earlier(1, 0))).toEqual([10, 11, 12, 13, 14]);
    expect(numbers(earlier(10, 8, 9))).toEqual([8, 9, 10, 11, 12, 13, 14]);
    // What follows at once leaves nothing out.
    expect(numbers(snapshot(short, [3, 4, 5, 6, 7]))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('takes out what is removed, and no older answer brings it back', () => {
    const room = frame(snapshot(emptyRoom, [1, 2]), 3, 3, [{ number: 3, entry: 'removed', discussionId: message(1).id }]);
    expect(numbers(room)).toEqual([2]);
    expect(room.need).toBe('nothing');
    expect(numbers(snapshot(room, [1, 2]))).toEqual([2]);
  });

  it('pins a message that it knows, reads the question for one that it does not, and lets go of one that is removed', () => {
    const pinned = frame(snapshot(emptyRoom, [1]), 2, 3, [entry(2), { number: 3, entry: 'pinned', discussionId: message(2).id }]);
    expect(pinned).toMatchObject({ need: 'nothing', pinned: { id: message(2).id, isPinned: true } });
    const unknown = frame(snapshot(emptyRoom, [1]), 2, 2, [{ number: 2, entry: 'pinned', discussionId: message(77).id }]);
    expect(unknown.need).toBe('read');
    expect(frame(pinned, 4, 4, [{ number: 4, entry: 'removed', discussionId: message(2).id }]).pinned).toBeNull();
  });

  it.each(['approved', 'edited', 'other'] as const)('reads the question again when it is %s', (kind) => {
    expect(frame(snapshot(emptyRoom, [1]), 2, 2, [{ number: 2, entry: kind }])).toMatchObject({ lastNumber: 2, need: 'read' });
  });

  it('counts by itself what a poll brings without a count', () => {
    const room = roomReducer(snapshot(emptyRoom, [1, 2]), {
      type: 'news',
      news: { from: 3, to: 5, entries: [entry(3), entry(4), { number: 5, entry: 'removed', discussionId: message(1).id }] },
    });
    expect(room.discussionCount).toBe(3);
    expect(numbers(room)).toEqual([2, 3, 4]);
  });
});
