import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { HushedText } from './hushed-text.tsx';
import { LevelMeter } from './level-meter.tsx';
import { whisperLines } from './whisper-bars.tsx';

const ID = '0199aaaa-0000-7000-8000-000000000001';
const heights = (lines: readonly string[]) =>
  [...lines.join('').matchAll(/v([\d.]+)/g)].map((match) => Number(match[1]));

const hushed = (id: string, words: string | null) => (
  <HushedText id={id} words={words} isLocked={words === null} nearness={1}>
    {(read) => <p>{read}</p>}
  </HushedText>
);

const widthBefore = window.innerWidth;
afterEach(() => {
  window.innerWidth = widthBefore;
});

describe('the bars of locked words', () => {
  it('are the same for one id and differ between ids', () => {
    expect(whisperLines(ID, 0.5, 2, 300)).toEqual(whisperLines(ID, 0.5, 2, 300));
    expect(whisperLines(ID, 0.5, 2, 300)).not.toEqual(whisperLines(`${ID}x`, 0.5, 2, 300));
  });

  it('grow taller with the boosts', () => {
    const far = heights(whisperLines(ID, 0, 2, 300));
    const near = heights(whisperLines(ID, 1, 2, 300));
    expect(near).toHaveLength(far.length);
    expect(near.every((height, bar) => height > (far[bar] ?? 0))).toBe(true);
  });

  it('are an image with a name and without words', () => {
    const { container } = render(hushed(ID, null));
    expect(screen.getByRole('img', { name: 'Still a whisper' })).toBeInTheDocument();
    expect(container).toHaveTextContent(/^$/);
  });

  it('change into the words once when they open in view', async () => {
    const { rerender, container } = render(hushed(`${ID}-opens`, null));
    expect(screen.getByRole('img', { name: 'Still a whisper' })).toBeInTheDocument();
    rerender(hushed(`${ID}-opens`, 'now you know'));
    expect(screen.queryByText('now you know')).toBeNull();
    expect(await screen.findByText('now you know')).toBeInTheDocument();
    expect(container.querySelector('.reveal-bars')).not.toBeNull();
  });

  it('keep their width for the words until the page width changes', async () => {
    jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(320);
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

  it('are not shown for open words', () => {
    const { container } = render(hushed(`${ID}-open`, 'plain'));
    expect(container.innerHTML).toBe('<p>plain</p>');
  });
});

describe('the level meter', () => {
  const lit = (boosts: number, threshold: number) => {
    const { container, unmount } = render(<LevelMeter boosts={boosts} threshold={threshold} />);
    const found = [...container.querySelectorAll('i')].map((segment) => segment.dataset.lit ?? 'off');
    unmount();
    return found;
  };

  it('has a segment per boost, at most twenty, and lights none too early', () => {
    expect(lit(1, 3)).toEqual(['on', 'off', 'off']);
    expect(lit(2, 3)).toEqual(['on', 'on', 'off']);
    expect(lit(99, 100)).toHaveLength(20);
    expect(lit(99, 100).at(-1)).toBe('off');
  });

  it('lights its last third in amber', () => {
    expect(lit(8, 9).slice(5)).toEqual(['on', 'hot', 'hot', 'off']);
  });

  it('says how many boosts are missing', () => {
    render(<LevelMeter boosts={9} threshold={10} />);
    expect(screen.getByText('1 more boost')).toBeInTheDocument();
    expect(screen.getByText('9 / 10')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '9');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '10');
  });
});
