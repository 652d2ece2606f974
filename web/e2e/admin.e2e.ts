import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { operate } from './operator.ts';
import { eventually, isAccessible, newName, seesToast, sendAccount, test } from './suite.ts';

test('an ambassador deletes all content of somebody and brings it back', async ({ stage }) => {
  const author = await stage.member();
  const question = await stage.ask(author, { title: 'What will be gone in a moment?' });
  const { username } = author.member;
  const page = await stage.ambassador();
  await eventually(async () => {
    const counts = await stage.call<{ questions: number }>(page, 'GET', `/api/admin/users/${author.member.id}/content`);
    assert.equal(counts.questions, 1);
  });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Admin panel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  const submit = page.getByRole('button', { name: 'Delete All User Content' });
  await expect(submit).toBeDisabled();
  await page.getByRole('searchbox', { name: 'Find someone' }).fill(username);
  await page.getByLabel('User', { exact: true }).selectOption({ label: username });
  await page.getByText('1 question, with all discussions').waitFor();
  await isAccessible(page);
  await submit.click();
  const sure = page.getByRole('dialog', { name: `Delete all content of ${username}?` });
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  await seesToast(page, 'Content deleted successfully');
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Undo the deletion of what ${username} has posted` }) });
  await row.getByText('left to undo').waitFor();
  const statusOf = async () => (await page.request.get(`/api/questions/${question.id}`)).status();
  assert.equal(await statusOf(), 404);
  await row.getByRole('button').click();
  await seesToast(page, `What ${username} posted is back`);
  await eventually(async () => assert.equal(await statusOf(), 200));
});

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
  const printed = await operate('identity', 'accounts', 'reset', member.username, `--url=${stage.base}`);
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
