import { describe, expect, it } from '@jest/globals';
import { type Control, liesOver, wayUp } from './making-way.ts';

const button = { left: 316, top: 700, right: 374, bottom: 758 };
const control = (left: number, top: number, width: number, height: number, isWide = false): Control => ({
  box: { left, top, right: left + width, bottom: top + height },
  isWide,
});
const whereUp = (up: number) => ({ ...button, top: button.top - up, bottom: button.bottom - up });

describe('the floating button makes way', () => {
  it('stays where nothing can be pressed', () => {
    expect(wayUp(button, [])).toBe(0);
    expect(wayUp(button, [control(20, 700, 200, 44), control(316, 500, 58, 44)])).toBe(0);
  });

  it('goes up no farther than it has to, past all that lie above each other', () => {
    const one = control(300, 720, 44, 44);
    const two = control(330, 640, 44, 44);
    expect(wayUp(button, [one])).toBe(758 - 720 + 8);
    const up = wayUp(button, [two, one]) ?? Number.NaN;
    expect([one, two].some((each) => liesOver(whereUp(up), each))).toBe(false);
    expect(up).toBe(758 - 640 + 8);
  });

  it.each([
    ['a button', 350, 44, false, true],
    ['a link across the page', 350, 44, true, false],
    ['a link of a word', 60, 44, true, true],
  ])('lies over %s or not, by how much of it is left', (_name, width, height, isWide, is) => {
    expect(liesOver(button, control(374 - width, 707, width, height, isWide))).toBe(is);
  });

  it('has no place where controls stand all the way up', () => {
    const column = Array.from({ length: 12 }, (_, row) => control(320, 760 - row * 60, 44, 44));
    expect(wayUp(button, column)).toBeNull();
  });
});
