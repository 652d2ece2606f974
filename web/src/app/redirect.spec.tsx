import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AtAddress } from '../../test/at-address.tsx';
import { shownAddress } from '../../test/page.tsx';
import { Redirect } from './redirect.tsx';

const redirect = <Redirect to="/login" state={{ from: '/here' }} />;
const show = (child: React.ReactNode) => render(<AtAddress address="/here?a=1">{child}</AtAddress>);
const state = () => window.history.state.usr ?? null;

it('replaces the current address', async () => {
  const before = window.history.length;
  show(redirect);
  await waitFor(() => expect(shownAddress()).toBe('/login'));
  expect(state()).toEqual({ from: '/here' });
  expect(window.history.length).toBe(before);
});

function Leaving() {
  const navigate = useNavigate();
  const [isOut, setOut] = useState(false);
  if (isOut) return redirect;
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

it('does nothing once the user has navigated elsewhere', async () => {
  show(<Leaving />);
  await act(async () => fireEvent.click(screen.getByText('leave')));
  expect([shownAddress(), state()]).toEqual(['/login', null]);
});
