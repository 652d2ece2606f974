import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { test, uniqueName, waitForLateCode, waitForToast } from './suite.ts';

const cardOf = (page: Page) => page.getByRole('article').first();

const openSheet = async (page: Page) => {
  await cardOf(page).getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Change the lock' }).click();
  const sheet = page.getByRole('dialog', { name: 'The lock' });
  await sheet.waitFor();
  return sheet;
};

test('another open page shows at once that the asker lowers or opens the lock', async ({ stage }) => {
  const [asker, reader] = [await stage.memberPage(), await stage.memberPage()];
  const title = `Who feeds the cat, ${uniqueName()}?`;
  const question = await stage.ask(asker, { title, description: 'The neighbours do.', replyBoostThreshold: 9 });
  for (const page of [asker, reader]) await page.goto(`/questions/${question.id}`);
  await reader.getByText('9 more boosts').waitFor();

  let sheet = await openSheet(asker);
  await waitForLateCode(asker);
  const threshold = sheet.getByRole('textbox', { name: 'Boosts until everyone hears it' });
  await threshold.fill('12');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(threshold).toBeFocused();
  await threshold.fill('5');
  await sheet.getByText('It opens for everyone at 5 boosts.').waitFor();
  await sheet.getByText('It opens', { exact: true }).click();
  await expect(sheet.getByLabel('The date')).not.toHaveValue('');
  await expectAccessibleInThemes(asker);
  for (const width of [320, 390]) {
    await asker.setViewportSize({ width, height: 844 });
    const overflow = await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.ok(overflow <= 0, `the sheet is ${overflow} px too wide at ${width} px`);
  }
  await sheet.getByRole('button', { name: 'Lower the lock' }).click();
  await waitForToast(asker, 'The lock is changed');
  await cardOf(asker)
    .getByText(/^Opens on .+, unless it reaches 5 boosts before$/)
    .waitFor();
  await reader.getByText('The lock was lowered. It opens at 5 boosts now.').waitFor();
  await cardOf(reader).getByText('5 more boosts').waitFor();
  await expectAccessibleInThemes(reader);

  sheet = await openSheet(asker);
  await sheet.getByRole('textbox', { name: 'Boosts until everyone hears it' }).fill('0');
  await sheet.getByText('It opens for everyone at once and stays open.').waitFor();
  await sheet.getByRole('button', { name: 'Open it for everyone' }).press('Enter');
  await waitForToast(asker, 'Everyone hears it now');
  await reader.getByText('The neighbours do.').waitFor();
  await cardOf(reader)
    .getByText(/^Open after .+ and 0 boosts$/)
    .waitFor();
});
