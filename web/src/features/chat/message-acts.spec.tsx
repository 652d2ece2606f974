import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { chatProps } from '../../../test/chat-props.ts';
import { apiOfFile, showPage } from '../../../test/page.tsx';
import { card, idOf, message, ownUser } from '../../../test/sample-content.ts';
import { ChatList } from './chat-list.tsx';

apiOfFile(() => ({}));

/** A chat of two replies of lou. @returns the first */
function show(viewer: typeof ownUser | null): HTMLElement {
  const messages = [1, 2].map((number) => message(number, { user: card('lou', idOf(77)) }));
  showPage(<ChatList {...chatProps} userId={viewer?.id ?? null} messages={messages} />, { viewer });
  const [first] = screen.getAllByRole('article', { name: 'Reply of lou' });
  return first as HTMLElement;
}

it('a tap beside a reply that closes the actions of another reply opens none', async () => {
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

it("a member finds the author in a reply's menu", async () => {
  fireEvent.keyDown(show(ownUser), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: 'More options' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Profile of .*lou/ }));
  expect(window.location.pathname).toBe('/@lou');
});

it('a visitor, who has no menu, finds the author among the actions', async () => {
  fireEvent.keyDown(show(null), { key: 'Enter' });
  const author = (await screen.findByRole('toolbar')).querySelector('a');
  expect(author).toHaveAttribute('href', '/@lou');
  expect(author).not.toHaveAttribute('tabindex');
});
