import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { test, uniqueName, waitForToast } from './suite.ts';

const chooses = async (page: Page, name: string) => {
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('a bookmark appears in My Content, and a watched question notifies when heard', async ({ stage }) => {
  const page = await stage.memberPage();
  const title = `Who left the note, ${uniqueName()}?`;
  const question = await stage.ask(await stage.otherUser(), {
    title,
    description: 'The cook.',
    replyBoostThreshold: 1,
  });
  await page.goto(`/questions/${question.id}`);
  await chooses(page, 'Watch');
  await waitForToast(page, 'You watch it');
  await chooses(page, 'Bookmark');
  await waitForToast(page, 'Bookmarked');
  await page.reload();
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Stop watching' }).waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/my-content');
  await page.getByRole('tab', { name: 'By me' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Bookmarks' })).toBeFocused();
  await page.getByRole('heading', { name: title }).waitFor();
  assert.equal(new URL(page.url()).search, '?tab=bookmarks');
  assert.equal(await page.getByText('The cook.').count(), 0);
  await expectAccessibleInThemes(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width} px`);
  }
  await stage.boost(await stage.otherUser(), question);
  await page.getByRole('button', { name: `Remove bookmark: ${title}` }).click();
  await waitForToast(page, 'Bookmark removed');
  await page.getByText('Nothing is bookmarked yet').waitFor();
  await page.goto('/notifications');
  await page
    .getByText(/You watch it\.$/)
    .first()
    .waitFor();
});
