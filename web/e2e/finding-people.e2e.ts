import { expect } from '@playwright/test';
import { isAccessible, seesToast, test } from './suite.ts';

test('a newcomer finds a person who was heard, follows them, and could report them', async ({ stage }) => {
  const page = await stage.member();
  await stage.answers<{ username: string }[]>(page, '/api/users/heard', (people) => people.length > 0);
  const [heard] = await stage.call<{ username: string }[]>(page, 'GET', '/api/users/heard');
  const { username } = heard!;
  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Heard this week' });
  await row.getByRole('button', { name: `Follow ${username}` }).click();
  await seesToast(page, 'Now following');
  await row.getByRole('button', { name: `Following ${username}`, pressed: true }).waitFor();
  await isAccessible(page);
  await row.getByRole('link', { name: username }).click();
  await page.getByRole('heading', { name: username, level: 1 }).waitFor();
  // The cards below have such a menu too.
  const menu = page.getByRole('button', { name: 'More options' }).first();
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Report this person' }).press('Escape');
  await expect(menu).toBeFocused();
  await isAccessible(page);
});

test('an own profile gives an ask link as text and as a code, and takes an invitation', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add an invitation' }).click();
  await page.getByLabel('Invitation').fill('Ask me about owls');
  await page.getByLabel('Invitation').press('Enter');
  await seesToast(page, 'Invitation saved');
  await page.getByText('Ask me about owls').waitFor();
  await page.getByRole('button', { name: 'QR code' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'QR code of the ask link' }).waitFor();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'QR code' })).toBeFocused();
  const visitor = await stage.phone();
  await visitor.goto(`/@${encodeURIComponent(page.member.username)}`);
  await visitor.getByText('Ask me about owls').waitFor();
});
