import type { SharedEntry } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { sampleMessage, sampleQuestion } from '../../../test/sample-content.ts';
import { emptyRoom, type Room, roomReducer } from './room.ts';

const PAGE = 5;
const entry = (number: number, changes = {}): SharedEntry => {
  const { isMine: _, ...discussion } = sampleMessage(number, changes);
  return { number, entry: 'message', discussion };
};
const removed = (number: number, of: number): SharedEntry => ({
  number,
  entry: 'removed',
  discussionId: sampleMessage(of).id,
});
const pinned = (number: number, of: number): SharedEntry => ({
  number,
  entry: 'pinned',
  discussionId: sampleMessage(of).id,
});
const messages = (...upTo: number[]) => upTo.map((number) => sampleMessage(number));
const numbers = (room: Room) => room.messages.map(({ number }) => number);
const snapshot = (room: Room, upTo: readonly number[], first = {}) => {
  const [oldest, ...others] = messages(...upTo);
  const detail = sampleQuestion([{ ...oldest!, ...first }, ...others]);
  return roomReducer(room, { type: 'snapshot', detail, pageSize: PAGE });
};
const frame = (room: Room, from: number, to: number, entries: SharedEntry[]) =>
  roomReducer(room, { type: 'news', news: { from, to, entries, discussionCount: to } });
const poll = (room: Room, from: number, to: number, entries: SharedEntry[]) =>
  roomReducer(room, { type: 'news', news: { from, to, entries } });
const earlier = (room: Room, before: number, ...found: number[]) =>
  roomReducer(room, { type: 'earlier', before, messages: messages(...found), pageSize: PAGE });

it('the room appends the entries of a frame that follows the last number', () => {
  const room = frame(snapshot(emptyRoom, [1, 2]), 3, 4, [entry(3), entry(4)]);
  expect(numbers(room)).toEqual([1, 2, 3, 4]);
  expect(room).toMatchObject({ lastNumber: 4, need: 'nothing', discussionCount: 4 });
});

it('the room joins again when a frame leaves a gap, and does not apply that frame', () => {
  const room = frame(snapshot(emptyRoom, [1, 2]), 5, 5, [entry(5)]);
  expect(numbers(room)).toEqual([1, 2]);
  expect(room).toMatchObject({ lastNumber: 2, need: 'join' });
  const again = frame(room, 6, 6, [entry(6)]);
  expect(again.asked).toBe(room.asked + 1);
  expect(numbers(frame(again, 3, 6, [entry(3), entry(4), entry(5), entry(6)]))).toEqual([1, 2, 3, 4, 5, 6]);
});

it('the room ignores entries that it already has, even in a frame with newer entries', () => {
  const room = snapshot(emptyRoom, [1, 2, 3]);
  expect(frame(room, 2, 3, [entry(2), entry(3)])).toBe(room);
  expect(numbers(frame(room, 2, 4, [entry(2), entry(3), entry(4)]))).toEqual([1, 2, 3, 4]);
});

it('the room reads the question again at a reveal, and joins again after a resync', () => {
  const opened = frame(snapshot(emptyRoom, [1]), 2, 2, [
    { number: 2, entry: 'revealed', revealCount: 3, openedAt: null },
  ]);
  expect(opened).toMatchObject({ lastNumber: 2, need: 'read' });
  const resynced = roomReducer(snapshot(emptyRoom, [1]), { type: 'resync' });
  expect(resynced.need).toBe('read');
  expect(snapshot(resynced, [1, 2, 3])).toMatchObject({ lastNumber: 3, need: 'join' });
});

it('the room keeps the entries of a frame if an older poll is answered later', () => {
  const ahead = frame(snapshot(emptyRoom, [1, 2]), 3, 3, [entry(3)]);
  expect(numbers(snapshot(ahead, [1, 2]))).toEqual([1, 2, 3]);
});

it('the room drops a message that the snapshot no longer contains', () => {
  expect(numbers(snapshot(snapshot(emptyRoom, [1, 2, 3]), [1, 3]))).toEqual([1, 3]);
});

it('the room never locks opened words again', () => {
  const late = snapshot(snapshot(emptyRoom, [1]), [1], { content: null, isRevealed: false });
  expect(late.messages[0]).toMatchObject({ content: 'words 1', isRevealed: true });
});

it('the room shows an own message once, whether response or frame comes first', () => {
  const mine = sampleMessage(2, { content: 'mine', isMine: true, isRevealed: false });
  const asOthersSeeIt = entry(2, { content: null, isRevealed: false });
  const sent = (room: Room) => roomReducer(room, { type: 'sent', message: mine });
  const answerFirst = frame(sent(snapshot(emptyRoom, [1])), 2, 2, [asOthersSeeIt]);
  const frameFirst = sent(frame(snapshot(emptyRoom, [1]), 2, 2, [asOthersSeeIt]));
  for (const room of [answerFirst, frameFirst]) {
    expect(numbers(room)).toEqual([1, 2]);
    expect(room.messages[1]).toMatchObject({ isMine: true, content: 'mine' });
  }
});

it('the room loads earlier pages and keeps them over later snapshots', () => {
  const recent = snapshot(emptyRoom, [6, 7, 8, 9, 10]);
  expect(recent.hasEarlier).toBe(true);
  const whole = earlier(recent, 6, 4, 5);
  expect(whole.hasEarlier).toBe(false);
  const polled = snapshot(whole, [7, 8, 9, 10, 11]);
  expect(numbers(polled)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  expect(polled.hasEarlier).toBe(false);
});

it('the room drops earlier messages if a snapshot leaves a gap', () => {
  const short = snapshot(emptyRoom, [1, 2]);
  expect(short.hasEarlier).toBe(false);
  const back = snapshot(short, [10, 11, 12, 13, 14]);
  expect(numbers(back)).toEqual([10, 11, 12, 13, 14]);
  expect(back).toMatchObject({ lastNumber: 14, hasEarlier: true });
  expect(numbers(earlier(back, 1, 0))).toEqual([10, 11, 12, 13, 14]);
  expect(numbers(earlier(back, 10, 8, 9))).toEqual([8, 9, 10, 11, 12, 13, 14]);
  expect(numbers(snapshot(short, [3, 4, 5, 6, 7]))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

describe('read from its beginning', () => {
  const later = (room: Room, after: number, upTo: number, found: readonly number[], lastNumber = 100) =>
    roomReducer(room, { type: 'later', after, upTo, lastNumber, messages: messages(...found) });
  const newest = snapshot(emptyRoom, [96, 97, 98, 99, 100]);
  const beginning = later(newest, 0, 40, [1, 2, 40]);

  it('the room holds only the first messages until later pages complete the chat', () => {
    expect(numbers(beginning)).toEqual([1, 2, 40]);
    expect(beginning).toMatchObject({ hasEarlier: false, upTo: 40, lastNumber: 100, need: 'nothing' });
    const second = later(beginning, 40, 80, [41, 80]);
    expect(numbers(second)).toEqual([1, 2, 40, 41, 80]);
    const whole = later(second, 80, 120, [81, 100]);
    expect(numbers(whole)).toEqual([1, 2, 40, 41, 80, 81, 100]);
    expect(whole).toMatchObject({ hasEarlier: false, upTo: null, lastNumber: 100, need: 'nothing' });
    expect(numbers(frame(whole, 101, 101, [entry(101)]))).toContain(101);
  });

  it('the room ignores a later page that does not follow the last loaded message', () => {
    expect(later(beginning, 80, 120, [81])).toBe(beginning);
    expect(later(newest, 40, 80, [41])).toBe(newest);
    expect(earlier(beginning, 96, 95)).toBe(beginning);
  });

  it('the room counts new messages after the last page, but shows none', () => {
    const heard = frame(beginning, 101, 102, [entry(101), removed(102, 2)]);
    expect(numbers(heard)).toEqual([1, 40]);
    expect(heard).toMatchObject({ lastNumber: 102, discussionCount: 102, upTo: 40 });
    const polled = poll(beginning, 101, 102, [entry(101), entry(102)]);
    expect(polled.discussionCount).toBe(beginning.discussionCount + 2);
    const read = snapshot(beginning, [97, 98, 99, 100, 101]);
    expect(numbers(read)).toEqual([1, 2, 40]);
    expect(read).toMatchObject({ hasEarlier: false, upTo: 40, lastNumber: 101 });
    expect(numbers(roomReducer(beginning, { type: 'sent', message: sampleMessage(101) }))).toEqual([1, 2, 40]);
  });

  it('the room asks for messages that arrived during the read of the last page', () => {
    const second = frame(later(beginning, 40, 80, [41]), 101, 101, [entry(101)]);
    const whole = later(second, 80, 120, [81], 100);
    expect(whole).toMatchObject({ upTo: null, lastNumber: 100, need: 'join' });
    expect(numbers(frame(whole, 101, 101, [entry(101)])).at(-1)).toBe(101);
  });

  it('the room returns to the newest messages, and then asks for newer ones', () => {
    const latest = (room: Room, ...upTo: number[]) =>
      roomReducer(room, { type: 'latest', detail: sampleQuestion(messages(...upTo)), pageSize: PAGE });
    const back = latest(beginning, 96, 97, 98, 99, 100);
    expect(numbers(back)).toEqual([96, 97, 98, 99, 100]);
    expect(back).toMatchObject({ hasEarlier: true, upTo: null, lastNumber: 100, need: 'nothing' });
    const heard = frame(beginning, 101, 102, [entry(101), removed(102, 99)]);
    const late = latest(heard, 96, 97, 98, 99, 100);
    expect(numbers(late)).toEqual([96, 97, 98, 100]);
    expect(late).toMatchObject({ lastNumber: 100, need: 'join' });
  });
});

it('an older response does not restore a removed message', () => {
  const room = frame(snapshot(emptyRoom, [1, 2]), 3, 3, [removed(3, 1)]);
  expect(numbers(room)).toEqual([2]);
  expect(room.need).toBe('nothing');
  expect(numbers(snapshot(room, [1, 2]))).toEqual([2]);
});

it('the room pins a known message, reads an unknown one, and unpins a removed one', () => {
  const withPin = frame(snapshot(emptyRoom, [1]), 2, 3, [entry(2), pinned(3, 2)]);
  expect(withPin).toMatchObject({ need: 'nothing', pinned: { id: sampleMessage(2).id, isPinned: true } });
  const unknown = frame(snapshot(emptyRoom, [1]), 2, 2, [pinned(2, 77)]);
  expect(unknown.need).toBe('read');
  expect(frame(withPin, 4, 4, [removed(4, 2)]).pinned).toBeNull();
});

it.each(['approved', 'edited', 'other'] as const)('the room reads the question again after the entry %s', (kind) => {
  expect(frame(snapshot(emptyRoom, [1]), 2, 2, [{ number: 2, entry: kind }])).toMatchObject({
    lastNumber: 2,
    need: 'read',
  });
});

it('the room keeps the newest lowered threshold, and reads the question again', () => {
  const lowered = (number: number, replyBoostThreshold: number) =>
    ({ number, entry: 'threshold', replyBoostThreshold }) as const;
  const room = frame(snapshot(emptyRoom, [1]), 2, 3, [lowered(2, 5), lowered(3, 4)]);
  expect(room).toMatchObject({ loweredTo: 4, need: 'read' });
  expect(frame(room, 4, 4, [entry(4)]).loweredTo).toBe(4);
});

it('the room counts the messages of a poll whose response has no count', () => {
  const room = poll(snapshot(emptyRoom, [1, 2]), 3, 5, [entry(3), entry(4), removed(5, 1)]);
  expect(room.discussionCount).toBe(3);
  expect(numbers(room)).toEqual([2, 3, 4]);
});
