import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { AtAddress } from '../../test/page.tsx';
import { NavigationLink } from './navigation.tsx';

it.each([
  ['/', true, false],
  ['/create?type=question', false, true],
  ['/create/?type=question', false, true],
  ['/Create', false, true],
  ['/create/more', false, false],
  ['/created', false, false],
])('a navigation link is marked only on its own page: %s', (address, start, create) => {
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? 'here' : 'away');
  render(
    <AtAddress address={address}>
      <NavigationLink to="/" className={look}>
        start
      </NavigationLink>
      <NavigationLink to="/create?type=question" className={look}>
        create
      </NavigationLink>
    </AtAddress>,
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
