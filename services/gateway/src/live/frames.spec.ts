import { ServerFrame } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { roomFrame, wireFrame } from './frames.js';

/** Reads a frame as RFC 6455 5.2 writes it, independently of how it was made. */
const received = (frame: Buffer): string => {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  expect(view.getUint8(0)).toBe(0b1000_0001);
  const short = view.getUint8(1);
  const [start, length] = short < 126 ? [2, short] : short === 126 ? [4, view.getUint16(2)] : [10, Number(view.getBigUint64(2))];
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
    const frame = JSON.parse(received(roomFrame({ questionId, discussionCount: 0, from: 1, to: 2, entries })));
    expect(ServerFrame.parse(frame)).toEqual(frame);
    expect(frame.data.entries).toHaveLength(2);
  });
});
