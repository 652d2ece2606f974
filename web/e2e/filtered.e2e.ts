import type { Question } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './accessibility.ts';
import { test, waitForToast } from './suite.ts';

test('a word rule holds a question until its target approves it in the Filtered tab', async ({ stage }) => {
  const page = await stage.memberPage();
  const asker = await stage.otherUser();
  const { id, username } = page.member;
  await stage.ask(asker, { title: 'Do you like spoilers?', targetUserId: id });
  await page.goto('/settings');
  const word = page.getByLabel('Word or phrase');
  await word.fill('spoilers');
  await page.getByText('Would have held 1 of your last 1 ask.').waitFor();
  await word.press('Enter');
  await waitForToast(page, 'Filter added');
  await page.getByRole('button', { name: /^Remove .*spoilers/ }).waitFor();
  const choices = page.getByRole('group', { name: 'Anonymous questions' });
  await choices.getByRole('radio', { name: 'On', exact: true }).press('ArrowRight');
  await waitForToast(page, 'Settings updated');
  await expect(choices.getByRole('radio', { name: 'Off', exact: true })).toBeChecked();
  await expectAccessibleInThemes(page);

  const title = 'Which Spoilers did you hear?';
  await stage.ask(asker, { title, targetUserId: id });
  await page.getByRole('link', { name: 'See what is held' }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  await page.getByText(/^Held by .*spoilers/).waitFor();
  for (const tab of ['Pending', 'Filtered']) await page.getByRole('tab', { name: `${tab} 1` }).waitFor();
  await expectAccessibleInThemes(page);
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel('Your reply').fill('All of them.');
  await page.getByRole('button', { name: 'Approve and reply' }).click();
  await waitForToast(page, 'Question approved with reply');
  await page.getByText('Your filtered words hold nothing.').waitFor();

  const visitor = await stage.visitorPage();
  await visitor.goto(`/@${encodeURIComponent(username)}`);
  await visitor.getByRole('heading', { level: 1, name: username }).waitFor();
  await expect(visitor.getByRole('main').getByRole('button', { name: 'Ask Question' })).toHaveCount(0);
  const other = await stage.memberPage();
  await other.goto(`/create?targetUser=${encodeURIComponent(username)}&type=question`);
  await other.getByText('takes no anonymous questions').waitFor();
  await expectAccessible(other);
  await stage.waitForAnswer<Question[]>(page, `/api/users/${id}/pending-questions`, (waiting) => waiting.length === 1);
});
