import type { Discussion } from '@hearsay/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { chatProps } from '../../../test/chat-props.ts';
import { AtAddress, fakeApiPerTest, showPage } from '../../../test/page.tsx';
import { ownUser, sampleId, sampleMessage, userCard } from '../../../test/sample-content.ts';
import { ChatList } from './chat-list.tsx';
import { saveShownNumber } from './use-entry-point.ts';

fakeApiPerTest(() => ({}));

let drawn: number[] = [];
const rowPx = 64;
beforeEach(() => {
  drawn = [];
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowPx);
});

/** A message whose `isRevealed` records each drawing of its row, because only the row reads this field. */
const noted = (number: number): Discussion => {
  const one = sampleMessage(number, { boostThreshold: 10 });
  Object.defineProperty(one, 'isRevealed', {
    enumerable: true,
    get: () => {
      drawn.push(number);
      return true;
    },
  });
  return one;
};

const client = new QueryClient();
const { list } = chatProps;
const chat = (messages: readonly Discussion[], more: Partial<typeof chatProps> = {}) => (
  <QueryClientProvider client={client}>
    <AtAddress>
      <ChatList {...chatProps} {...more} messages={messages} />
    </AtAddress>
  </QueryClientProvider>
);
const count = 12;
const upTo = (last: number, one: (number: number) => Discussion = sampleMessage) =>
  Array.from({ length: last }, (_, index) => one(index + 1));

describe('a chat that gets messages', () => {
  it('a new message draws its row and updates only the row that was the tab stop', async () => {
    const messages = upTo(count, noted);
    const { container, rerender } = render(chat(messages));
    expect(new Set(drawn).size).toBe(count);
    drawn = [];
    const touched: MutationRecord[] = [];
    const watch = new MutationObserver((records) => touched.push(...records));
    watch.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    rerender(chat([...messages, noted(count + 1), noted(count + 2)]));
    await act(async () => undefined);
    watch.disconnect();
    expect(drawn.sort((one, other) => one - other)).toEqual([count + 1, count + 2]);
    const rows = touched.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    expect(rows.map((row) => (row as Element).getAttribute('data-index'))).toEqual([String(count), String(count + 1)]);
    const changed = touched
      .filter(({ type, target }) => type === 'attributes' && target !== list.current)
      .map(({ target, attributeName }) => [(target as Element).id, attributeName]);
    expect(changed).toEqual([count, count + 2].map((number) => [`reply-${sampleId(number)}`, 'tabindex']));
    const stops = [...container.querySelectorAll('article[tabindex="0"]')].map(({ id }) => id);
    expect(stops).toEqual([`reply-${sampleId(count + 2)}`]);
  });

  it('a scroll draws only the rows that it brings near', async () => {
    const { container } = render(chat(upTo(60, noted)));
    await act(async () => undefined);
    const rows = () =>
      [...container.querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('data-index')));
    const goTo = (row: number) =>
      act(async () => {
        window.scrollY = row * rowPx;
        window.dispatchEvent(new Event('scroll'));
      });
    const inSight = Math.ceil(window.innerHeight / rowPx);
    expect(rows()).toEqual(Array.from({ length: inSight + 8 }, (_, index) => index));
    drawn = [];
    await goTo(2);
    expect(new Set(drawn)).toEqual(new Set([inSight + 9, inSight + 10]));
    await goTo(20);
    expect([rows()[0], rows().at(-1)]).toEqual([20 - 8, 20 + inSight + 8 - 1]);
    window.scrollY = 0;
  });

  it('at most two new messages are animated, and none shortly after others', () => {
    jest.useFakeTimers();
    const { container, rerender } = render(chat(upTo(1)));
    for (const [waitMs, last, ...animated] of [
      [0, 1],
      [0, 3, 2, 3],
      [70, 4, 2, 3],
      [1000, 7, 2, 3],
      [1000, 8, 2, 3, 8],
    ] as const) {
      act(() => jest.advanceTimersByTime(waitMs));
      rerender(chat(upTo(last)));
      const rows = [...container.querySelectorAll('.arrives')].map(({ id }) => id);
      expect(rows).toEqual(animated.map((number) => `reply-${sampleId(number)}`));
    }
  });

  it.each([
    { title: 'begins at its newest message for a reader who knows the others', hasLater: false, times: 1 },
    { title: 'leaves a reader at the beginning who went there before its first frame', hasLater: true, times: 0 },
  ])('$title', ({ hasLater, times }) => {
    saveShownNumber(chatProps.questionId, count);
    jest.useFakeTimers();
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 100, height: rowPx } as DOMRect);
    const toEnd = jest.fn(() => undefined);
    const { rerender } = render(chat(upTo(count), { toEnd }));
    if (hasLater) rerender(chat(upTo(count - 2), { toEnd, hasLater }));
    act(() => jest.advanceTimersByTime(100));
    expect(toEnd).toHaveBeenCalledTimes(times);
    jest.useRealTimers();
  });
});

describe('the actions of a reply', () => {
  /** Shows a chat with two replies by lou. @returns the first one */
  function show(viewer: typeof ownUser | null): HTMLElement {
    const messages = [1, 2].map((number) => sampleMessage(number, { user: userCard('lou', sampleId(77)) }));
    showPage(<ChatList {...chatProps} userId={viewer?.id ?? null} messages={messages} />, { viewer });
    const [first] = screen.getAllByRole('article', { name: 'Reply of lou' });
    return first as HTMLElement;
  }

  it('a tap on a reply while actions of another reply are open only closes them', async () => {
    fireEvent.click(show(ownUser), { detail: 0 });
    await screen.findByRole('toolbar');
    const other = screen.getAllByRole('article', { name: 'Reply of lou' })[1] as HTMLElement;
    const tap = () => {
      fireEvent.pointerDown(other);
      fireEvent.click(other, { detail: 1 });
    };
    tap();
    expect(screen.queryByRole('toolbar')).toBeNull();
    tap();
    expect(await screen.findByRole('toolbar')).toBeInTheDocument();
  });

  it("a member finds a link to the author in a reply's menu", async () => {
    fireEvent.keyDown(show(ownUser), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('button', { name: 'More options' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Profile of .*lou/ }));
    expect(window.location.pathname).toBe('/@lou');
  });

  it('a visitor, who has no menu, finds a link to the author in the action bar', async () => {
    fireEvent.keyDown(show(null), { key: 'Enter' });
    const author = (await screen.findByRole('toolbar')).querySelector('a');
    expect(author).toHaveAttribute('href', '/@lou');
    expect(author).not.toHaveAttribute('tabindex');
  });
});
