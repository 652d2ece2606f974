import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { AtAddress, press } from '../../../test/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => void jest.useFakeTimers());

it('a toast replaces the previous one, and is shown for five seconds', () => {
  render(<Toaster />);
  act(() => toast.good('Link copied'));
  act(() => toast.bad('Boost failed', 'Failed to toggle boost'));
  expect(screen.queryByText('Link copied')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('Boost failedFailed to toggle boost');
  act(() => jest.advanceTimersByTime(4_999));
  expect(screen.getByText('Boost failed')).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByText('Boost failed')).toBeNull();
});

it('a toast can have links and buttons, which close it', () => {
  const share = jest.fn();
  render(
    <AtAddress address="/">
      <Toaster />
    </AtAddress>,
  );
  const acts = [
    { label: 'See it', to: '/questions/7' },
    { label: 'Share', onPress: share },
  ];
  act(() => toast.good('Question approved with reply', undefined, acts));
  expect(screen.getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/questions/7');
  press('Share');
  expect(share).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Question approved with reply')).toBeNull();
});

it('toasts are inside an open sheet, because everything outside is inert', async () => {
  const page = (isOpen: boolean) => (
    <>
      <Toaster />
      {isOpen && (
        <Sheet title="Share" onClose={() => undefined}>
          {null}
        </Sheet>
      )}
    </>
  );
  const { rerender } = render(page(false));
  act(() => toast.good('Link copied'));
  await act(async () => rerender(page(true)));
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Link copied');
  await act(async () => rerender(page(false)));
  expect(screen.getByRole('status')).toHaveTextContent('Link copied');
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.queryByText('Link copied')).toBeNull();
});

const pointer = { holds: fireEvent.pointerEnter, leaves: fireEvent.pointerLeave };
const focus = { holds: fireEvent.focus, leaves: fireEvent.blur };
it.each([
  { what: 'the pointer', holds: [pointer.holds], leaves: [pointer.leaves] },
  { what: 'the focus', holds: [focus.holds], leaves: [focus.leaves] },
  {
    what: 'the focus, after the pointer',
    holds: [pointer.holds, focus.holds, pointer.leaves],
    leaves: [focus.leaves],
  },
  {
    what: 'the pointer, after the focus',
    holds: [focus.holds, pointer.holds, focus.leaves],
    leaves: [pointer.leaves],
  },
])('a toast stays while $what is on it', ({ holds, leaves }) => {
  render(<Toaster />);
  act(() => toast.good('Link copied'));
  const button = screen.getByRole('button', { name: 'Dismiss' });
  const card = button.parentElement as HTMLElement;
  for (const event of holds) event([pointer.holds, pointer.leaves].includes(event) ? card : button);
  act(() => jest.advanceTimersByTime(60_000));
  expect(screen.getByText('Link copied')).toBeInTheDocument();
  for (const event of leaves) event(leaves[0] === pointer.leaves ? card : button);
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.queryByText('Link copied')).toBeNull();
});
