import assert from 'node:assert/strict';
import type { OwnUser, Podcast } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { resizeText, test, waitForLateCode, waitForToast, waitUntilLoaded } from './suite.ts';

test('a creator can open and renew a feed for podcast apps', async ({ stage, request }) => {
  const page = await stage.memberPage();
  const episodes: Podcast[] = [];
  for (const title of ['The kitchen at five', 'What the night train taught me'])
    episodes.push(await stage.publishEpisode(page, title, 2));
  // Shortly after the first episode, its author becomes a creator.
  await stage.waitForAnswer<OwnUser>(page, '/api/auth/user', ({ isCreator }) => isCreator);
  await page.goto('/my-content');
  await page.getByRole('link', { name: 'Feed for podcast apps' }).click();
  await page.getByRole('heading', { name: 'Podcast feed' }).waitFor();
  await waitForLateCode(page);
  const kitchen = page.getByRole('switch', { name: 'The kitchen at five' });
  await expect(kitchen).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
  await kitchen.focus();
  await page.keyboard.press('Space');
  await expect(kitchen).toBeChecked();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await waitForToast(page, 'Address copied');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const first = await copied();
  const feed = await request.get(first);
  assert.equal(feed.status(), 200);
  const xml = await feed.text();
  assert.deepEqual(
    episodes.map(({ id }) => xml.includes(id)),
    [true, false],
  );
  await expectAccessibleInThemes(page);
  await page.setViewportSize({ width: 320, height: 568 });
  for (const percent of [100, 200]) {
    await resizeText(page, percent);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `at ${percent} %`);
  }
  await resizeText(page, 100);

  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'New address' }).click();
  await confirm('New address');
  await waitForToast(page, 'The feed has a new address');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await waitForToast(page, 'Address copied');
  const second = await copied();
  assert.notEqual(second, first);
  const statuses = async () => [(await request.get(first)).status(), (await request.get(second)).status()];
  assert.deepEqual(await statuses(), [410, 200]);
  await page.reload();
  await waitUntilLoaded(page);
  await expect(kitchen).toBeChecked();
});
