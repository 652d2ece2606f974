import assert from 'node:assert/strict';
import { operate } from './operator.ts';
import { newName, seesToast, sendAccount, test } from './suite.ts';

test('an account is deleted with its password, and comes back by signing in', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const submit = page.getByRole('button', { name: 'Delete my account' });
  await page.getByLabel('Current password').fill('not it');
  await submit.click();
  await seesToast(page, 'Delete failed');
  await page.getByLabel('Current password').fill('secret1');
  await submit.click();
  await seesToast(page, 'Account deleted');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await sendAccount(page, page.member.username, 'Sign In');
  await seesToast(page, 'Welcome back!');
});

test("an operator's link sets a new password, once", async ({ stage }) => {
  const { member } = await stage.member();
  const printed = await operate('accounts', 'reset', member.username, `--url=${stage.base}`);
  const link = printed.match(/http\S+\/reset\/\S+/)?.[0];
  assert.ok(link, printed);
  const page = await stage.phone();
  const secret = newName();
  await page.goto(link);
  await page.getByLabel('New password').fill(secret);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await stage.signIn(await stage.phone(), member.username, secret);
  const late = await stage.phone();
  await late.goto(link);
  await late.getByLabel('New password').fill('another secret');
  await late.getByRole('button', { name: 'Set password' }).click();
  await seesToast(late, 'Update failed');
});
