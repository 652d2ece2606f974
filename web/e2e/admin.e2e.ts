import assert from 'node:assert/strict';
import { runOperatorCommand } from './operator.ts';
import { test, uniqueName, waitForToast } from './suite.ts';

test("an operator's link sets a new password, once", async ({ stage }) => {
  const { member } = await stage.memberPage();
  const printed = await runOperatorCommand('accounts', 'reset', member.username, `--url=${stage.base}`);
  const link = printed.match(/http\S+\/reset\/\S+/)?.[0];
  assert.ok(link, printed);
  const page = await stage.visitorPage();
  const secret = uniqueName();
  await page.goto(link);
  await page.getByLabel('New password').fill(secret);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await stage.signIn(await stage.visitorPage(), member.username, secret);
  const late = await stage.visitorPage();
  await late.goto(link);
  await late.getByLabel('New password').fill('another secret');
  await late.getByRole('button', { name: 'Set password' }).click();
  await waitForToast(late, 'Update failed');
});
