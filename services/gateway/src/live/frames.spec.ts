import { ServerFrame } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { frameBytes, roomFrames, wireFrame } from './frames.js';

/** Reads a frame as RFC 6455 5.2 writes it, independently of how it was made. */
const received = (frame: Buffer): string => {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  expect(view.getUint8(0)).toBe(0b1000_0001);
  const short = view.getUint8(1);
  const [start, length] =
    short < 126 ? [2, short] : short === 126 ? [4, view.getUint16(2)] : [10, Number(view.getBigUint64(2))];
  expect(frame.byteLength).toBe(start + length);
  return frame.toString('utf8', start);
};

describe('frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('carries %i bytes as a client reads them', (length) => {
    const text = 'ü'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
    expect(received(wireFrame(text))).toBe(text);
  });

  it('puts entries that are JSON already into a frame of the contract', () => {
    const questionId = '01890000-0000-7000-8000-000000000001';
    const entries = [1, 2].map((number) => JSON.stringify({ number, entry: 'revealed', revealCount: 3 }));
    const frames = roomFrames({ questionId, replyCount: 0, from: 1, entries }).map((frame) =>
      JSON.parse(received(frame)),
    );
    expect(frames).toEqual(frames.map((frame) => ServerFrame.parse(frame)));
    expect(frames).toMatchObject([{ data: { from: 1, to: 2, entries: [{ number: 1 }, { number: 2 }] } }]);
    expect(roomFrames({ questionId, replyCount: 0, from: 1, entries: [] })).toEqual([]);
  });

  it.each([
    ['501 short ones', 501, 10],
    ['1100 short ones', 1100, 10],
    ['300 long ones', 300, 3000],
    ['one that is larger than a frame should be', 1, 200_000],
  ])('never puts more than 500 entries or too many bytes into one frame: %s', (_, count, length) => {
    const entries = Array.from({ length: count }, (_entry, index) =>
      JSON.stringify({ number: index + 1, words: 'ü'.repeat(length / 2) }),
    );
    const frames = roomFrames({ questionId: 'q', replyCount: 0, from: 1, entries });
    const sent = frames.map(
      (frame) => JSON.parse(received(frame)).data as { from: number; to: number; entries: { number: number }[] },
    );
    for (const [index, frame] of sent.entries()) {
      expect(frame.entries.length).toBeLessThanOrEqual(500);
      if (count > 1) expect(frames[index]!.byteLength).toBeLessThan(frameBytes + 1000);
      expect([frame.from, frame.to]).toEqual([frame.entries[0]!.number, frame.entries.at(-1)!.number]);
    }
    expect(sent.flatMap((frame) => frame.entries.map(({ number }) => number))).toEqual(
      entries.map((_entry, index) => index + 1),
    );
  });
});
