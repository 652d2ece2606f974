import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Username } from './person.tsx';

it.each([
  ['ruth.nightnurse', 'ruth.<wbr>nightnurse'],
  ['bo_just_listens', 'bo_<wbr>just_<wbr>listens'],
  ['zoë', 'zoë'],
  ['..dots..', '..<wbr>dots..'],
  ['e2e 8d22', 'e2e 8d22'],
])('the username %s can break after its punctuation', (name, inside) => {
  render(
    <p data-testid="name">
      <Username name={name} />
    </p>,
  );
  expect(screen.getByTestId('name').innerHTML.replace(/<\/?span>/g, '')).toBe(inside);
  expect(screen.getByTestId('name').textContent).toBe(name);
});
