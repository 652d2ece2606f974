import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { findInFeed, resizeText, test, uniqueName, waitForLateCode, waitForToast, waitUntilLoaded } from './suite.ts';

/** Fails if a part of the sheet lies outside the sheet or is cut, or if the sheet is wider than the screen. */
const fits = async (sheet: Locator, where: string): Promise<void> => {
  const cut = await sheet.evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect();
    const parts = [...dialog.querySelectorAll('h2, p, img, button')];
    const isCut = (part: Element) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.right > right || part.scrollWidth > part.clientWidth + 1;
    };
    return [left < 0 || right > innerWidth ? 'the sheet' : '', ...parts.filter(isCut).map((part) => part.outerHTML)];
  });
  assert.deepEqual(cut.filter(Boolean), [], where);
};

const isDrawn = (sheet: Locator): Promise<void> =>
  expect(async () => {
    const width = await sheet.getByRole('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    assert.equal(width, 1200);
  }).toPass();

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('the share sheet opens once after publishing a confession, later from the menu', async ({ stage }) => {
  const page = await stage.memberPage();
  const title = `Who taught you to whistle, ${uniqueName()}?`;
  await page.goto('/create?type=question');
  await waitForLateCode(page);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('The baker.');
  await page.getByRole('switch', { name: 'Confession mode' }).click();
  await page.getByRole('textbox', { name: 'Boosts until everyone hears it' }).fill('10');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();

  const sheet = page.getByRole('dialog', { name: '10 people have to want this' });
  await sheet.waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
  await waitForToast(page, 'Question published!');
  await isDrawn(sheet);
  await expect(sheet.getByRole('button', { name: 'Share' })).toBeFocused();
  await expectAccessibleInThemes(page);
  await page.setViewportSize({ width: 320, height: 568 });
  for (const percent of [100, 200]) {
    await resizeText(page, percent);
    await fits(sheet, `at ${percent} %`);
  }
  await resizeText(page, 100);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Link copied');
  assert.match(await copied(page), /\/question\/[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  for (const move of [() => page.reload(), () => page.goto('/discover'), () => page.goBack()]) {
    await move();
    await waitForLateCode(page);
    await waitUntilLoaded(page);
    await expect(sheet).toHaveCount(0);
  }
  const card = page.getByRole('article').filter({ hasText: title });
  await findInFeed(card);
  const more = card.getByRole('button', { name: 'More options' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Share the card' }).click();
  await sheet.waitFor();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(more).toBeFocused();
});
