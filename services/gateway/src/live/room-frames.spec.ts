import { describe, expect, it } from '@jest/globals';
import { maxRoomFrameBytes, roomFrames } from './room-frames.js';

describe('frames', () => {
  it.each([
    ['501 short ones', 501, 10],
    ['1100 short ones', 1100, 10],
    ['300 long ones', 300, 3000],
    ['one that is larger than a frame should be', 1, 200_000],
  ])('frames never have more than 500 entries or too many bytes: %s', (_, count, length) => {
    const entries = Array.from({ length: count }, (_entry, index) =>
      JSON.stringify({ number: index + 1, words: 'ü'.repeat(length / 2) }),
    );
    const frames = roomFrames({ questionId: 'q', replyCount: 0, from: 1, entries });
    const sent = frames.map(
      (frame) => JSON.parse(frame.toString()).data as { from: number; to: number; entries: { number: number }[] },
    );
    for (const [index, frame] of sent.entries()) {
      expect(frame.entries.length).toBeLessThanOrEqual(500);
      if (count > 1) expect(frames[index]!.byteLength).toBeLessThan(maxRoomFrameBytes + 1000);
      expect([frame.from, frame.to]).toEqual([frame.entries[0]!.number, frame.entries.at(-1)!.number]);
    }
    expect(sent.flatMap((frame) => frame.entries.map(({ number }) => number))).toEqual(
      entries.map((_entry, index) => index + 1),
    );
  });
});
