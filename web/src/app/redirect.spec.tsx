import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AtAddress, currentAddress } from '../../test/page.tsx';
import { Redirect } from './redirect.tsx';

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

it('a redirect does nothing once the user has navigated elsewhere', async () => {
  render(
    <AtAddress address="/here?a=1">
      <Leaving />
    </AtAddress>,
  );
  await act(async () => fireEvent.click(screen.getByText('leave')));
  expect([currentAddress(), window.history.state.usr ?? null]).toEqual(['/login', null]);
});
