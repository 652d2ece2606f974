import assert from 'node:assert/strict';
import { operate } from './operator.ts';
import { newName, seesToast, test } from './suite.ts';

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
