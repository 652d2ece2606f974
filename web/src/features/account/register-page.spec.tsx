import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { ownUser } from '../../../test/sample-content.ts';
import RegisterPage from './register-page.tsx';

const error = 'Username might already be taken';
const api = fakeApiPerTest(() =>
  refusal(409, { code: 'conflict', error, fields: { username: error }, suggestion: 'nora2' }),
);

const show = (hash = '') => showPage(<RegisterPage />, { viewer: null, address: `/register${hash}` });
const username = () => screen.getByLabelText('Username');
const register = (name: string, password: string) => {
  fireEvent.change(username(), { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  press('Create account');
};

it('the registration marks a taken name and offers a free one', async () => {
  show();
  register('nora', 'long enough');
  await expectToast({ title: 'Registration failed', description: error });
  expect(username()).toHaveAttribute('aria-invalid', 'true');
  expect(username()).toHaveAccessibleDescription(error);
  fireEvent.click(await screen.findByRole('button', { name: 'nora2' }));
  expect(username()).toHaveValue('nora2');
  expect(username()).toHaveFocus();
  expect(username()).toHaveAttribute('aria-invalid', 'false');
  expect(screen.queryByRole('button', { name: 'nora2' })).toBeNull();
  expect(api.sent()).toHaveLength(1);
});

it.each([
  ['', '', 'Username required', 'Password required'],
  [' ab ', '12345', 'Username must be at least 3 characters long', 'Password must be at least 6 characters long'],
])('the registration refuses the username %j and the password %j', (name, password, ...problems) => {
  show();
  register(name, password);
  for (const problem of problems) expect(screen.getByText(problem)).toBeInTheDocument();
  expect(api.sent()).toEqual([]);
});

it('the registration reports blocked cookies if the browser keeps no session', async () => {
  api.answer = ({ method }) => (method === 'GET' ? null : ownUser);
  show();
  register('nora', 'long enough');
  await expectToast({ title: 'Cookies are blocked' });
});

it("the registration explains a founder's link, and says if it is no longer valid", async () => {
  api.answer = () => refusal(404);
  show('#founder=not-a-token');
  expect(screen.getByText(/^The first account made by this link/)).toBeInTheDocument();
  register('nora', 'long enough');
  await expectToast({
    description: 'This link has been used, or is too old. “npm run roles -- found” prints a new one.',
  });
  expect(api.sent()[0]?.body).toMatchObject({ founderToken: 'not-a-token' });
});
