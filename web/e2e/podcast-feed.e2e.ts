import assert from 'node:assert/strict';
import type { OwnUser, Podcast } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { hasAllCode, hasLoaded, isAccessibleInThemes, resizeText, seesToast, test } from './suite.ts';

test('a creator opens a feed for podcast apps, gives it a new address and closes it', async ({ stage, request }) => {
  const page = await stage.member();
  const episodes: Podcast[] = [];
  for (const title of ['The kitchen at five', 'What the night train taught me'])
    episodes.push(await stage.publish(page, title, 2));
  // The first episode makes its author a creator, a moment later.
  await stage.answers<OwnUser>(page, '/api/auth/user', ({ isCreator }) => isCreator);
  await page.goto('/my-content');
  await page.getByRole('link', { name: 'Feed for podcast apps' }).click();
  await page.getByRole('heading', { name: 'Podcast feed' }).waitFor();
  await hasAllCode(page);
  const kitchen = page.getByRole('switch', { name: 'The kitchen at five' });
  await expect(kitchen).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
  await kitchen.focus();
  await page.keyboard.press('Space');
  await expect(kitchen).toBeChecked();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await seesToast(page, 'Address copied');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const first = await copied();
  const feed = await request.get(first);
  assert.equal(feed.status(), 200);
  const xml = await feed.text();
  assert.deepEqual(
    episodes.map(({ id }) => xml.includes(id)),
    [true, false],
  );
  await isAccessibleInThemes(page);
  await page.setViewportSize({ width: 320, height: 568 });
  for (const percent of [100, 200]) {
    await resizeText(page, percent);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `at ${percent} %`);
  }
  await resizeText(page, 100);

  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'New address' }).click();
  await confirm('New address');
  await seesToast(page, 'The feed has a new address');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await seesToast(page, 'Address copied');
  const second = await copied();
  assert.notEqual(second, first);
  const statuses = async () => [(await request.get(first)).status(), (await request.get(second)).status()];
  assert.deepEqual(await statuses(), [410, 200]);
  await page.reload();
  await hasLoaded(page);
  await expect(kitchen).toBeChecked();
  await page.getByRole('button', { name: 'Close the feed' }).click();
  await confirm('Close the feed');
  await seesToast(page, 'The feed is closed');
  await expect(kitchen).not.toBeChecked();
  assert.deepEqual(await statuses(), [410, 410]);
});
