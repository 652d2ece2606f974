import { describe, expect, it } from '@jest/globals';
import { type Control, liesOver, type Way, wayOut } from './making-way.ts';

const button = { left: 316, top: 700, right: 374, bottom: 758 };
const control = (left: number, top: number, width: number, height: number, isWide = false): Control => ({
  box: { left, top, right: left + width, bottom: top + height },
  isWide,
});
const whereTo = ({ up, left }: Way) => ({
  left: button.left - left,
  top: button.top - up,
  right: button.right - left,
  bottom: button.bottom - up,
});

describe('the floating button', () => {
  it('stays in place if it covers no control', () => {
    expect(wayOut(button, [])).toEqual({ up: 0, left: 0 });
    expect(wayOut(button, [control(20, 700, 200, 44), control(316, 500, 58, 44)])).toEqual({ up: 0, left: 0 });
  });

  it('moves up only as far as needed, past all stacked controls', () => {
    const one = control(300, 720, 44, 44);
    const two = control(330, 640, 44, 44);
    expect(wayOut(button, [one])).toEqual({ up: 758 - 720 + 8, left: 0 });
    const way = wayOut(button, [two, one]);
    expect(way).toEqual({ up: 758 - 640 + 8, left: 0 });
    expect(way && [one, two].some((each) => liesOver(whereTo(way), each))).toBe(false);
  });

  it.each([
    ['a button', 350, 44, false, true],
    ['a link across the page', 350, 44, true, false],
    ['a link of a word', 60, 44, true, true],
  ])('covers %s depending on how much of the control stays free', (_name, width, height, isWide, is) => {
    expect(liesOver(button, control(374 - width, 707, width, height, isWide))).toBe(is);
  });

  const bins = Array.from({ length: 12 }, (_, row) => control(320, 760 - row * 60, 44, 44));
  const rows = bins.map(({ box: { top } }) => control(12, top - 10, 308, 64, true));

  it('moves beside a full column of controls and may cover their rows', () => {
    const way = wayOut(button, [...rows, ...bins]);
    expect(way).toEqual({ up: 0, left: 374 - 320 + 8 });
    expect(way && [...rows, ...bins].some((each) => liesOver(whereTo(way), each))).toBe(false);
  });

  it('beside a column covers nothing rather than part of a title', () => {
    const title = control(12, 690, 290, 76, true);
    const way = wayOut(button, [title, ...bins]);
    expect(way).toEqual({ up: 758 - 690 + 8, left: 374 - 320 + 8 });
    expect(way && liesOver(whereTo(way), { ...title, isWide: false })).toBe(false);
  });

  it('has no place if two columns of controls fill the height', () => {
    const more = bins.flatMap(({ box: { top } }) => [200, 260].map((left) => control(left, top, 44, 44)));
    expect(wayOut(button, [...bins, ...more])).toBeNull();
  });
});
