import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually, scrollUntil, test } from './suite.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test('a scrolled feed loads more and removes distant cards; Back restores its position', async ({ stage }) => {
  const page = await stage.memberPage();
  const mark = page.member.username;
  for (let number = 1; number <= 23; number++) await stage.ask(page, { title: `${mark} asks ${number}` });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  const seen = new Set<string>();
  await scrollUntil(page, async () => {
    for (const title of await titles(page).allTextContents()) seen.add(title);
    for (let number = 1; number <= 23; number++)
      assert.ok(seen.has(`${mark} asks ${number}`), `${number} was not loaded`);
  });
  await eventually(async () => assert.ok((await page.getByRole('article').count()) < 23));
  const link = page.getByRole('link', { name: `${mark} asks 17`, exact: true });
  await scrollUntil(page, () => link.waitFor({ timeout: 500 }));
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await page.getByRole('heading', { name: "Let's talk about it.." }).waitFor();
  await page.goBack();
  await expect(link).toBeVisible();
});

test('a profile names the parts that could not be read, and can read them again', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.memberPage();
  await page.route('**/following-status?**', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.route('**/recent-question', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto(`/@${encodeURIComponent(other.member.username)}`);
  await page.getByText('Failed to fetch following status').waitFor();
  await page.getByText('Failed to fetch recent question').waitFor();
  await eventually(async () => {
    const isCovered = await page
      .getByRole('alert')
      .filter({ hasText: 'following' })
      .evaluate((words) => {
        const { left, top, width } = words.getBoundingClientRect();
        return !words.contains(document.elementFromPoint(left + width / 2, top + 3));
      });
    assert.equal(isCovered, false, 'the banner lies over what failed');
  });
  await expectAccessible(page);
  await page.unroute('**/following-status?**');
  await page.unroute('**/recent-question');
  await page.getByRole('alert').filter({ hasText: 'following' }).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'recent' }).getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing asked yet.').waitFor();
});
