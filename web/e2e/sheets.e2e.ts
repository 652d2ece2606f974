import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { test } from './suite.ts';

type Point = Readonly<Record<'x' | 'y', number>>;

declare global {
  interface Window {
    isReleased?: boolean;
  }
}

/** Waits until the page has handled the release: a click, if one follows, belongs to it. */
const drag = async (page: Page, from: Point, to: Point): Promise<void> => {
  await page.evaluate(() => {
    window.isReleased = false;
    // A press on a selection would drag the text.
    window.getSelection()?.removeAllRanges();
    window.addEventListener('mouseup', () => setTimeout(() => (window.isReleased = true)), { once: true });
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => window.isReleased);
};

test('a sheet goes by a press beside it, and by nothing that begins or ends inside: marked words keep their edits', async ({
  stage,
}) => {
  const page = await stage.member({ viewport: { width: 1200, height: 800 } });
  await stage.ask(page, { title: 'What was marked?' });
  await page.goto('/my-content');
  await page.getByRole('button', { name: 'Edit: What was marked?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit question' });
  const field = dialog.getByLabel('Title');
  // Clicks once the dialog rests.
  await field.click();
  await field.fill('What was written anew?');
  const sheet = await dialog.boundingBox();
  const words = await field.boundingBox();
  assert.ok(
    sheet && words && sheet.x > 100 && words.x - sheet.x > 8,
    'there is room beside the sheet, and between its edge and its fields',
  );
  const inField = { x: words.x + words.width / 2, y: words.y + words.height / 2 };
  const inMargin = { x: sheet.x + 6, y: inField.y };
  const beside = { x: sheet.x - 60, y: inField.y };
  for (const [from, to] of [
    [inField, beside],
    [beside, inField],
    [inMargin, inField],
    [inMargin, beside],
    [inMargin, inMargin],
  ] as const) {
    await drag(page, from, to);
    assert.equal(await dialog.count(), 1, `the sheet stays: from ${from.x} to ${to.x}`);
    assert.equal(await field.inputValue(), 'What was written anew?');
  }
  await drag(page, beside, beside);
  await dialog.waitFor({ state: 'detached' });
});
