import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MenuList } from './menu-list.tsx';
import { MoreMenu } from './more-menu.tsx';

type Code = { readonly MenuList: typeof MenuList };
const code: Code = { MenuList };

function show(load: () => Promise<Code>) {
  const chosen: string[] = [];
  const items = ['Copy', 'Delete'].map((label) => ({ label, icon: null, onChoose: () => chosen.push(label) }));
  render(<MoreMenu load={load}>{(loaded, menu) => <loaded.MenuList items={items} {...menu} />}</MoreMenu>);
  return chosen;
}
const button = () => screen.getByRole('button', { name: 'More options' });
const item = (name: string) => screen.getByRole('menuitem', { name });

it('opens after a tap that came before its code', async () => {
  const { promise, resolve } = Promise.withResolvers<Code>();
  show(() => promise);
  fireEvent.pointerDown(button());
  fireEvent.click(button());
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.queryByRole('menu')).toBeNull();
  await act(async () => resolve(code));
  expect(item('Copy')).toHaveFocus();
  expect(button()).toHaveAttribute('aria-controls', screen.getByRole('menu').id);
});

it('moves through its items by arrow keys, and returns the focus before an action', async () => {
  const chosen = show(async () => code);
  await act(async () => fireEvent.click(button()));
  fireEvent.keyDown(item('Copy'), { key: 'ArrowUp' });
  expect(item('Delete')).toHaveFocus();
  fireEvent.keyDown(item('Delete'), { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button()).toHaveFocus();
  expect(chosen).toEqual([]);
  fireEvent.click(button());
  fireEvent.click(item('Delete'));
  expect(chosen).toEqual(['Delete']);
  expect(button()).toHaveFocus();
});

it('closes at a tap outside', async () => {
  show(async () => code);
  await act(async () => fireEvent.click(button()));
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('stays closed if its code fails to load, and retries at the next tap', async () => {
  let isOnline = false;
  show(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return code;
  });
  await act(async () => fireEvent.click(button()));
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  isOnline = true;
  await act(async () => fireEvent.click(button()));
  expect(item('Copy')).toBeInTheDocument();
});
