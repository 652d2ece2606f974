import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AtAddress } from '../../test/at-address.tsx';
import { Redirect } from './redirect.tsx';

function CurrentAddress() {
  const { pathname, search, state } = useLocation();
  return <p data-testid="address">{`${pathname}${search} ${JSON.stringify(state)}`}</p>;
}

const address = () => screen.getByTestId('address').textContent;

function show(child: React.ReactNode) {
  render(
    <AtAddress address="/here?a=1" state={{ from: '/start' }}>
      <CurrentAddress />
      {child}
    </AtAddress>,
  );
}

it('replaces the current address', async () => {
  const before = window.history.length;
  show(<Redirect to="/login" state={{ from: '/here' }} />);
  await screen.findByText('/login {"from":"/here"}');
  expect(window.history.length).toBe(before);
});

function Leaving() {
  const navigate = useNavigate();
  const [isOut, setOut] = useState(false);
  if (isOut) return <Redirect to="/login" state={{ from: '/here' }} />;
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
  expect(address()).toBe('/login null');
});
