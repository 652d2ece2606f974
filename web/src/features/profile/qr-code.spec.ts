import { expect, it } from '@jest/globals';
import jsQR from 'jsqr';
import { QUIET_MODULES, qrCodeOf } from './qr-code.ts';

const PIXELS = 4;

/** Draws the code as a camera would see it, and reads it by an independent decoder. */
function readBack(text: string): string | undefined {
  const { size, isDark } = qrCodeOf(text);
  const edge = (size + 2 * QUIET_MODULES) * PIXELS;
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255);
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const [row, column] = [y, x].map((at) => Math.floor(at / PIXELS) - QUIET_MODULES) as [number, number];
      const isInside = row >= 0 && row < size && column >= 0 && column < size;
      if (isInside && isDark(row, column)) pixels.fill(0, (y * edge + x) * 4, (y * edge + x) * 4 + 3);
    }
  return jsQR(pixels, edge, edge)?.data;
}

it.each([
  ['a short name', 'ines.calder'],
  ['a name from right to left', 'שרה כהן'],
  ['50 four-byte letters', '𠀀'.repeat(50)],
])('the code of %s can be read as the link', (_what, username) => {
  const link = `https://hearsay.example/@${encodeURIComponent(username)}`;
  expect(readBack(link)).toBe(link);
});

it('the path of the code draws each dark module once', () => {
  const { size, isDark, path } = qrCodeOf('https://hearsay.example/@lou');
  const dark = Array.from({ length: size * size }, (_, at) => isDark(Math.floor(at / size), at % size));
  expect(path.match(/M/g)).toHaveLength(dark.filter(Boolean).length);
});
