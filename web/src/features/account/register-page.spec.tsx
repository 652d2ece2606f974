import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import RegisterPage from './register-page.tsx';

const error = 'Username might already be taken';
const api = fakeApiPerTest(() =>
  refusal(409, { code: 'conflict', error, fields: { username: error }, suggestion: 'nora2' }),
);

it('the registration marks a taken name and offers a free one', async () => {
  showPage(<RegisterPage />, { viewer: null, address: '/register' });
  const username = screen.getByLabelText('Username');
  fireEvent.change(username, { target: { value: 'nora' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'long enough' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await expectToast({ title: 'Registration failed', description: error });
  expect(username).toHaveAttribute('aria-invalid', 'true');
  expect(username).toHaveAccessibleDescription(error);
  fireEvent.click(await screen.findByRole('button', { name: 'nora2' }));
  expect(username).toHaveValue('nora2');
  expect(username).toHaveFocus();
  expect(username).toHaveAttribute('aria-invalid', 'false');
  expect(screen.queryByRole('button', { name: 'nora2' })).toBeNull();
  expect(api.sent()).toHaveLength(1);
});
