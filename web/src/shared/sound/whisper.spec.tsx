import { whisperLines } from '@hearsay/game-rules';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { LevelMeter } from './level-meter.tsx';
import { LockedText } from './locked-text.tsx';

const ID = '0199aaaa-0000-7000-8000-000000000001';
const heights = (lines: readonly string[]) =>
  [...lines.join('').matchAll(/v([\d.]+)/g)].map((match) => Number(match[1]));

const hushed = (id: string, words: string | null) => (
  <LockedText id={id} words={words} isLocked={words === null} nearness={1}>
    {(read) => <p>{read}</p>}
  </LockedText>
);

const widthBefore = window.innerWidth;
afterEach(() => {
  window.innerWidth = widthBefore;
});

describe('the bars of locked words', () => {
  it('the bars are the same for one id and differ between ids', () => {
    expect(whisperLines(ID, 0.5, 2, 300)).toEqual(whisperLines(ID, 0.5, 2, 300));
    expect(whisperLines(ID, 0.5, 2, 300)).not.toEqual(whisperLines(`${ID}x`, 0.5, 2, 300));
  });

  it('the bars grow taller with the boosts', () => {
    const far = heights(whisperLines(ID, 0, 2, 300));
    const near = heights(whisperLines(ID, 1, 2, 300));
    expect(near).toHaveLength(far.length);
    expect(near.every((height, bar) => height > (far[bar] ?? 0))).toBe(true);
  });

  it('the bars are an image with a name and without words', () => {
    const { container } = render(hushed(ID, null));
    expect(screen.getByRole('img', { name: 'Still a whisper' })).toBeInTheDocument();
    expect(container).toHaveTextContent(/^$/);
  });

  it('the bars change into the words once when they open on the screen', async () => {
    const { rerender, container } = render(hushed(`${ID}-opens`, null));
    expect(screen.getByRole('img', { name: 'Still a whisper' })).toBeInTheDocument();
    rerender(hushed(`${ID}-opens`, 'now you know'));
    expect(screen.queryByText('now you know')).toBeNull();
    expect(await screen.findByText('now you know')).toBeInTheDocument();
    expect(container.querySelector('.reveal-bars')).not.toBeNull();
  });

  it('the opened words keep the width of the bars until the page width changes', async () => {
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ height: 56, width: 320 } as DOMRect);
    const { rerender, container } = render(hushed(`${ID}-turns`, null));
    rerender(hushed(`${ID}-turns`, 'now you know'));
    await screen.findByText('now you know');
    const room = () => container.querySelector<HTMLElement>('.reveal')?.style.minWidth;
    const turnTo = (width: number) =>
      act(() => {
        window.innerWidth = width;
        window.dispatchEvent(new Event('resize'));
      });
    expect(room()).toBe('320px');
    turnTo(widthBefore);
    expect(room()).toBe('320px');
    turnTo(widthBefore - 100);
    expect(room()).toMatch(/^0(px)?$/);
  });

  it('open words are shown without bars', () => {
    const { container } = render(hushed(`${ID}-open`, 'plain'));
    expect(container.innerHTML).toBe('<p>plain</p>');
  });
});

describe('the level meter', () => {
  const read = <T,>(boosts: number, threshold: number, of: (segment: HTMLElement) => T) => {
    const { container, unmount } = render(<LevelMeter boosts={boosts} threshold={threshold} />);
    const found = [...container.querySelectorAll('i')].map(of);
    unmount();
    return found;
  };
  const lit = (boosts: number, threshold: number) => read(boosts, threshold, ({ dataset }) => dataset.lit ?? 'off');
  const fills = (boosts: number, threshold: number) =>
    read(boosts, threshold, ({ style }) => Number(style.getPropertyValue('--fill')));

  it('the meter has a segment per boost, at most twenty, and lights none early', () => {
    expect(lit(1, 3)).toEqual(['on', 'off', 'off']);
    expect(lit(2, 3)).toEqual(['on', 'on', 'off']);
    expect(lit(99, 100)).toHaveLength(20);
    expect(fills(95, 100)).toEqual([...Array(19).fill(1), 0]);
    expect(fills(99, 100).at(-1)).toBeCloseTo(0.8);
  });

  it('each boost fills a part of a segment, and no segment is full early', () => {
    expect(fills(1, 5_000_000).slice(0, 2)).toEqual([0.15, 0]);
    expect(fills(2, 100)[0]).toBeCloseTo(0.4);
    expect(fills(4_999_999, 5_000_000).at(-1)).toBe(0.9);
    expect(fills(0, 100)[0]).toBe(0);
    expect(fills(7, 9)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('the meter lights its last third in amber', () => {
    expect(lit(8, 9).slice(5)).toEqual(['on', 'hot', 'hot', 'off']);
  });

  it('the meter says how many boosts are missing', () => {
    render(<LevelMeter boosts={9} threshold={10} />);
    expect(screen.getByText('1 more boost')).toBeInTheDocument();
    expect(screen.getByText('9 / 10')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '9');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '10');
  });
});
