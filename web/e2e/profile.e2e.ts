import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually, test, waitForToast } from './suite.ts';

test('a profile opens by name and by id, and the own one leads to the settings', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.otherUser();
  const { id, username } = other.member;
  for (const path of [
    `/@${encodeURIComponent(username)}`,
    `/profile/${id}`,
    `/profile/${encodeURIComponent(username)}`,
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: username }).waitFor();
    await expect(page.getByRole('tab')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await waitForToast(page, 'Now following');
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await waitForToast(page, 'Unfollowed');
  await page.getByRole('button', { name: 'Ask Question' }).click();
  await page.waitForURL((url) => url.pathname === '/create' && url.searchParams.get('targetUser') === username);
  await page.goto('/@nobody.at.all');
  await page.getByRole('heading', { name: 'User Not Found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Discover' }).waitFor();
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { level: 1, name: page.member.username }).waitFor();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.getByRole('tab', { name: 'Activity' }).press('ArrowRight');
  await page.getByRole('tab', { name: 'Reposts', selected: true }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  const visitor = await stage.visitorPage();
  await visitor.goto(`/@${encodeURIComponent(page.member.username)}`);
  await visitor.getByRole('heading', { level: 1, name: page.member.username }).waitFor();
});

/** Runs in the page. @returns a JPEG of 48 megapixels with a red left half, rotated by EXIF as phones do */
const photoOfAPhone = async (): Promise<string> => {
  const canvas = new OffscreenCanvas(8000, 6000);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'red';
  context.fillRect(0, 0, 4000, 6000);
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.5 })).arrayBuffer());
  // EXIF (JEITA CP-3451): one entry, orientation 6, a clockwise quarter turn.
  const entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  const exif = [0xff, 0xe1, 0, 8 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const bytes = new Uint8Array([...jpeg.subarray(0, 2), ...exif, ...jpeg.subarray(2)]);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
};

test('a photo of 48 megapixels from a phone is saved upright', async ({ stage }) => {
  const page = await stage.memberPage();
  const { username } = page.member;
  await page.goto('/settings');
  const buffer = Buffer.from(await page.evaluate(photoOfAPhone), 'latin1');
  await page
    .getByLabel('Upload from this device', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Profile updated');
  await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/@${username}`);
  const picture = page.getByRole('main').locator('img[src^="/api/media/"]').first();
  await eventually(async () => assert.ok(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)));
  const reds = await picture.evaluate((image: HTMLImageElement) => {
    const canvas = new OffscreenCanvas(8, 8);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, 8, 8);
    return [context.getImageData(4, 1, 1, 1).data[0]! > 128, context.getImageData(4, 6, 1, 1).data[0]! > 128];
  });
  assert.deepEqual(reds, [true, false]);
});
