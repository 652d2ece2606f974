import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { goTo, queryClientFor, renderWith } from '../../test/page.tsx';
import { ownUser } from '../../test/sample-content.ts';
import { blockReloadWhile } from '../shared/errors/block-reload.ts';
import { storeUser } from '../shared/session/stored-user.ts';
import { PageView } from './page-view.tsx';
import { type Page, type PageAccess, definePage as pageOf } from './pages.ts';

const shown = () => <p>the page itself</p>;
const pageFor = (access: PageAccess): Page => ({
  access,
  load: async () => ({ default: shown }),
  component: () => shown,
  isCodeLoaded: () => true,
});

function Shown({ page }: { page: Page }) {
  const { pathname, state } = useLocation();
  if (pathname === '/here') return <PageView path="here" page={page} />;
  return <p>{`${pathname} from ${state?.from ?? 'nowhere'}`}</p>;
}

function show(page: Page, isSignedIn: boolean, state?: object) {
  const client = queryClientFor(isSignedIn ? ownUser : null);
  renderWith(client, <Shown page={page} />, { address: '/here?a=1', state });
}

describe('a page', () => {
  it.each([true, false])('a page for everyone is shown to everyone (signed in: %p)', async (isSignedIn) => {
    show(pageFor({ for: 'everyone' }), isSignedIn);
    expect(await screen.findByText('the page itself')).toBeInTheDocument();
  });

  it('a page for members sends a visitor to the sign-in and back', async () => {
    const before = window.history.length;
    show(pageFor({ for: 'members' }), false);
    expect(await screen.findByText('/login from /here?a=1')).toBeInTheDocument();
    expect(window.history.length).toBe(before);
  });

  it('a page with a prompt asks a visitor to sign in, and the sign-in leads back', async () => {
    show(pageFor({ for: 'members', prompt: { title: 'Settings', text: 'Please sign in' } }), false);
    expect(await screen.findByText('Please sign in')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('link', { name: 'Sign In' }));
    expect(await screen.findByText('/login from /here?a=1')).toBeInTheDocument();
  });

  it('a page for visitors sends a member to the previous page or to its default', async () => {
    show(pageFor({ for: 'visitors', elseTo: '/discover' }), true);
    expect(await screen.findByText('/discover from nowhere')).toBeInTheDocument();
  });

  it.each([
    ['/questions/1', '/questions/1'],
    ['https://elsewhere.example', '/discover'],
    ['//elsewhere.example/there', '/discover'],
    ['/\\elsewhere.example/there', '/discover'],
    ['/', '/discover'],
    [42, '/discover'],
  ])('a page for visitors leads a member who came from %p to %p', async (from, to) => {
    show(pageFor({ for: 'visitors', elseTo: '/discover' }), true, { from });
    expect(await screen.findByText(`${to} from nowhere`)).toBeInTheDocument();
  });
});

it('a page requests its data while its code loads', async () => {
  const prefetch = jest.fn();
  const load = jest.fn(() => new Promise<never>(() => undefined));
  show(pageOf({ for: 'members' }, load, prefetch), true);
  expect(load).toHaveBeenCalledTimes(1);
  expect(prefetch).not.toHaveBeenCalled();
  storeUser(ownUser);
  await goTo('/elsewhere');
  await goTo('/here?b=2');
  expect(prefetch).toHaveBeenCalledWith(
    expect.objectContaining({ userId: ownUser.id, query: new URLSearchParams('b=2') }),
  );
});

it('the failed code of a page is retried only when the user revisits the page', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  const load = jest.fn(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: shown };
  });
  blockReloadWhile(() => !isThere);
  show(pageOf({ for: 'everyone' }, load), true);
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
  await goTo('/elsewhere');
  expect(await screen.findByText('/elsewhere from nowhere')).toBeInTheDocument();
  isThere = true;
  await goTo('/here');
  expect(await screen.findByText('the page itself')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});
