import assert from 'node:assert/strict';
import { expect, type Locator } from '@playwright/test';
import { eventually, test } from './suite.ts';

const opensAndGivesBack = async (
  opener: Locator,
  name: string | RegExp,
  first?: (dialog: Locator) => Locator,
): Promise<void> => {
  const page = opener.page();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await eventually(async () =>
    assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus is inside'),
  );
  if (first) await expect(first(dialog)).toBeFocused();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(opener).toBeFocused();
};

test('by keyboard alone dialogs open, are left, and give the focus back', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.other();
  const question = await stage.ask(other, { title: 'Which key is the loudest?' });
  await stage.ask(page, { title: 'And which one is the quietest?' });
  await page.goto(`/questions/${question.id}`);
  const card = page.getByRole('article').first();
  await opensAndGivesBack(card.getByRole('button', { name: 'Repost' }), 'Repost', (dialog) =>
    dialog.getByLabel('Your words to it'),
  );
  await opensAndGivesBack(page.getByRole('button', { name: 'Reply to the question' }), /^Reply to @/, (dialog) =>
    dialog.getByLabel('Your reply'),
  );
  await page.goto('/my-content');
  await opensAndGivesBack(page.getByRole('button', { name: /^Edit:/ }), 'Edit question', (dialog) =>
    dialog.getByLabel('Title'),
  );
  await opensAndGivesBack(
    page.getByRole('button', { name: /^Delete:/ }),
    'Are you sure you want to delete this question?',
  );
  const visitor = await stage.phone();
  await visitor.goto(`/questions/${question.id}`);
  await opensAndGivesBack(visitor.getByRole('button', { name: 'Boost' }).first(), 'Join to turn this up');
  await visitor.goto(`/@${encodeURIComponent(other.member.username)}`);
  await opensAndGivesBack(
    visitor.getByRole('main').getByRole('button', { name: 'Ask Question' }),
    'Ask Anonymously',
    (dialog) => dialog.getByLabel('Your question'),
  );
});
