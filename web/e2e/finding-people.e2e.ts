import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test, waitForToast } from './suite.ts';

test('a new user finds and follows a heard person, whose menu offers a report', async ({ stage }) => {
  const page = await stage.memberPage();
  await stage.waitForAnswer<{ username: string }[]>(page, '/api/users/heard', (people) => people.length > 0);
  const [heard] = await stage.call<{ username: string }[]>(page, 'GET', '/api/users/heard');
  const { username } = heard!;
  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Heard this week' });
  await row.getByRole('button', { name: `Follow ${username}` }).click();
  await waitForToast(page, 'Now following');
  await row.getByRole('button', { name: `Following ${username}`, pressed: true }).waitFor();
  await expectAccessible(page);
  await row.getByRole('link', { name: username }).click();
  await page.getByRole('heading', { name: username, level: 1 }).waitFor();
  // The cards below also have menus with this name.
  const menu = page.getByRole('button', { name: 'More options' }).first();
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Report this person' }).press('Escape');
  await expect(menu).toBeFocused();
  await expectAccessible(page);
});

test('the own profile shows the ask link as a QR code and saves an invitation', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add an invitation' }).click();
  await page.getByLabel('Invitation').fill('Ask me about owls');
  await page.getByLabel('Invitation').press('Enter');
  await waitForToast(page, 'Invitation saved');
  await page.getByText('Ask me about owls').waitFor();
  await page.getByRole('button', { name: 'QR code' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'QR code of the ask link' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'QR code' })).toBeFocused();
  const visitor = await stage.visitorPage();
  await visitor.goto(`/@${encodeURIComponent(page.member.username)}`);
  await visitor.getByText('Ask me about owls').waitFor();
});
