import type { Notification } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { sampleNotification as sample, sampleId, userCard } from '../../../test/sample-content.ts';
import { NotificationRow } from './notification-row.tsx';

const notification = (number: number, changes: Partial<Notification> = {}): Notification =>
  sample({ id: sampleId(number), type: 'boost', message: `Sentence ${number}`, actor: userCard('lou'), ...changes });

function Rows({ all }: { all: readonly Notification[] }) {
  const [left, setLeft] = useState(all);
  return (
    <main tabIndex={-1}>
      <ul>
        {left.map((each) => (
          <NotificationRow
            key={each.id}
            notification={each}
            onOpen={() => undefined}
            onDelete={() => setLeft(left.filter(({ id }) => id !== each.id))}
          />
        ))}
      </ul>
    </main>
  );
}

it.each([
  [{ count: 1 }, /^Sentence 1lou\u00a0· \S/],
  [{ count: 2 }, /^Sentence 1lou and 1 other\u00a0· \S/],
  [{ count: 6 }, /^Sentence 1lou and 5 others\u00a0· \S/],
  [{ count: 4, type: 'comment' as const }, /^Sentence 1latest by lou\u00a0· \S/],
  [{ actor: null, type: 'comment' as const }, /^\?Sentence 1(\d|just now)/],
])('the row names the people who acted, if the notification %j has any', (changes, words) => {
  render(<Rows all={[notification(1, changes)]} />);
  const row = screen.getByRole('listitem');
  expect(row.textContent?.replace(/^L/, '')).toMatch(words);
});

it('deleting a notification moves the focus to the next row, or to the page', () => {
  render(<Rows all={[notification(1), notification(2)]} />);
  const bin = (number: number) => screen.getByRole('button', { name: `Delete notification: Sentence ${number}` });
  fireEvent.click(bin(1));
  expect(bin(2)).toHaveFocus();
  fireEvent.click(bin(2));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('a notification of an open report has no Delete, one of a resolved report no link', () => {
  render(<Rows all={[notification(1, { type: 'report' }), notification(2, { type: 'report_resolved' })]} />);
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual([null, 'Delete notification: Sentence 2']);
});
