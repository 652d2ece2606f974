import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Sheet } from './sheet.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.runOnlyPendingTimers();
});

function Page({ onBelow }: { onBelow?: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={onBelow} onDoubleClick={onBelow}>
        Below
      </button>
      {isOpen && (
        <Sheet title="Report" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            Send
          </button>
        </Sheet>
      )}
    </>
  );
}

const click = (
  name: string,
  afterMs: number,
  clientX: number,
  detail: number,
  kind: 'click' | 'dblclick' = 'click',
) => {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, clientY: 700, detail });
  Object.defineProperty(event, 'timeStamp', { value: 1_000 + afterMs });
  fireEvent(screen.getByRole('button', { name, hidden: true }), event);
};

it.each([
  { what: 'a second click at the same place is', afterMs: 150, x: 203, reaches: 0 },
  { what: 'the double-click of both is', afterMs: 150, x: 203, kind: 'dblclick' as const, reaches: 0 },
  { what: 'a click at another place is not', afterMs: 150, x: 300, reaches: 1 },
  { what: 'a later click is not', afterMs: 900, x: 203, reaches: 1 },
  { what: 'a click after a key is not', afterMs: 150, x: 203, detail: 0, reaches: 1 },
])('$what ignored when the first click has closed a sheet', ({ afterMs, x, kind, detail = 1, reaches }) => {
  const onBelow = jest.fn();
  render(<Page onBelow={onBelow} />);
  click('Send', 0, 200, detail);
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  click('Below', afterMs, x, 2, kind);
  expect(onBelow).toHaveBeenCalledTimes(reaches);
});

it('after a click elsewhere, a click where a sheet was closed is accepted', () => {
  const onBelow = jest.fn();
  render(<Page onBelow={onBelow} />);
  click('Send', 0, 200, 1);
  click('Below', 100, 300, 1);
  click('Below', 200, 200, 1);
  expect(onBelow).toHaveBeenCalledTimes(2);
});

const [beside, inMargin, inField] = [{ clientX: 40 }, { clientX: 106 }, { clientX: 150 }];
it.each([
  ['stays after a press in a field that ends beside it', inField, beside, 1],
  ['stays after a press beside it that ends in a field', beside, inField, 1],
  ['stays after a press in its margin that ends in a field', inMargin, inField, 1],
  ['stays after a press in its margin that ends beside it', inMargin, beside, 1],
  ['stays after a press in its margin', inMargin, inMargin, 1],
  ['closes after a press beside it', beside, beside, 0],
])('a sheet %s', (_what, from, to, sheets) => {
  render(<Page />);
  const sheet = screen.getByRole('dialog');
  const box = { left: 100, right: 300, top: 0, bottom: 800 } as DOMRect;
  jest.spyOn(sheet, 'getBoundingClientRect').mockReturnValue(box);
  const press = new MouseEvent('pointerdown', { clientX: from.clientX, clientY: 400, bubbles: true });
  fireEvent(from === inField ? screen.getByText('Send') : sheet, press);
  // If a drag ends on another element, browsers send its click to the dialog, which contains both elements.
  fireEvent.click(sheet, { clientX: to.clientX, clientY: 400 });
  expect(screen.queryAllByRole('dialog')).toHaveLength(sheets);
});
