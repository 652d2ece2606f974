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

it('opens at a tap that was faster than its code, as soon as that is there', async () => {
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

it('leads through its items by the arrows, and gives the focus back before anything is done', async () => {
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

it('closes at a tap anywhere else', async () => {
  show(async () => code);
  await act(async () => fireEvent.click(button()));
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('stays closed where its code does not come, and tries again at the next tap', async () => {
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
