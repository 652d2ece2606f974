import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { AtAddress } from '../../../test/at-address.tsx';
import { Link, PlaceLink } from '../ui/link.tsx';
import { Navigate, Navigation, navigate, useLocation, useNavigationKind, useSearchParams } from './navigation.tsx';

function Where() {
  const { pathname, search, hash, state } = useLocation();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <p data-testid="where">{`${useNavigationKind()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>
      <button type="button" onClick={() => setQuery({ tab: 'b&c' }, { replace: true })}>
        {`tab ${query.get('tab')}`}
      </button>
    </>
  );
}

const where = () => screen.getByTestId('where').textContent;

function show(address: string, more?: React.ReactNode) {
  render(
    <AtAddress address={address} state={{ from: '/start' }}>
      <Where />
      {more}
    </AtAddress>,
  );
}

it('knows where one is, how one came there, and what was given along', async () => {
  show('/first?a=1#top');
  expect(where()).toBe('POP /first?a=1#top {"from":"/start"}');
  await act(async () => navigate('/second', { state: { from: '/first' } }));
  expect(where()).toBe('PUSH /second {"from":"/first"}');
  await act(async () => navigate('#end', { replace: true }));
  expect(where()).toBe('REPLACE /second#end null');
  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
  expect(where()).toBe('POP /first?a=1#top {"from":"/start"}');
});

it('says where one goes before it is drawn', async () => {
  const gone: string[] = [];
  const onGoing = ({ pathname, search }: { pathname: string; search: string }) => {
    gone.push(`${pathname}${search} from ${where()}`);
  };
  window.history.replaceState({ given: null }, '', '/first');
  render(
    <Navigation onGoing={onGoing}>
      <Where />
    </Navigation>,
  );
  expect(gone).toEqual([]);
  await act(async () => navigate('/second?b=2'));
  expect(gone).toEqual(['/second?b=2 from POP /first null']);
});

it('puts words behind the question mark without leaving the page', async () => {
  show('/here?tab=a#end');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'tab a' })));
  expect(where()).toBe('REPLACE /here?tab=b%26c null');
  expect(screen.getByRole('button', { name: 'tab b&c' })).toBeInTheDocument();
});

it.each(['//elsewhere.example/there', 'https://elsewhere.example/there'])('never leaves the site: %s', async (to) => {
  show('/here', <Navigate to={to} replace />);
  await screen.findByText('REPLACE /there null');
  expect(window.location.host).not.toContain('elsewhere');
});

function Leaving() {
  const [isOut, setOut] = useState(false);
  if (isOut) return <Navigate to="/login" replace state={{ from: '/here' }} />;
  const leave = () => {
    navigate('/login');
    setOut(true);
  };
  return (
    <button type="button" onClick={leave}>
      {'leave'}
    </button>
  );
}

it('leaves alone whoever has gone on by themself before the page leads on', async () => {
  show('/here', <Leaving />);
  await act(async () => fireEvent.click(screen.getByText('leave')));
  expect(where()).toBe('PUSH /login null');
});

it('follows a plain click on a link; a link to where one is adds nothing to the history', async () => {
  show('/here', <Link to="/there?x=1">go</Link>);
  await act(async () => fireEvent.click(screen.getByText('go')));
  expect(where()).toBe('PUSH /there?x=1 null');
  await act(async () => fireEvent.click(screen.getByText('go')));
  expect(where()).toBe('REPLACE /there?x=1 null');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %j to the browser',
  async (how) => {
    show('/here', <Link to="/there">go</Link>);
    // The test's browser would load the document: only whether the app took the click is looked at.
    const taken = new Promise<boolean>((resolve) => {
      const look = (event: Event) => {
        resolve(event.defaultPrevented);
        event.preventDefault();
      };
      document.addEventListener('click', look, { once: true });
    });
    await act(async () => fireEvent.click(screen.getByText('go'), how));
    expect(await taken).toBe(false);
    expect(where()).toBe('POP /here {"from":"/start"}');
  },
);

it('lets whoever stands around a link keep a click from leading on', async () => {
  show(
    '/here',
    <Link to="/there" onClick={(event) => event.preventDefault()}>
      go
    </Link>,
  );
  await act(async () => fireEvent.click(screen.getByText('go')));
  expect(where()).toBe('POP /here {"from":"/start"}');
});

it.each([
  ['/', true, false],
  ['/create?type=question', false, true],
  ['/create/?type=question', false, true],
  ['/Create', false, true],
  ['/create/more', false, false],
  ['/created', false, false],
])('a navigation says at %s where one is', (address, start, create) => {
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? 'here' : 'away');
  show(
    address,
    <>
      <PlaceLink to="/" className={look}>
        start
      </PlaceLink>
      <PlaceLink to="/create?type=question" className={look}>
        create
      </PlaceLink>
    </>,
  );
  for (const [name, isHere] of [
    ['start', start],
    ['create', create],
  ] as const) {
    const link = screen.getByText(name);
    expect(link).toHaveClass(isHere ? 'here' : 'away');
    if (isHere) expect(link).toHaveAttribute('aria-current', 'page');
    else expect(link).not.toHaveAttribute('aria-current');
  }
});
