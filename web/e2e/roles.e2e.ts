import type { OwnUser } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { breaks } from './breaks.ts';
import { operate } from './operator.ts';
import { eventually, isAccessible, type MemberPage, type Stage, seesToast, test } from './suite.ts';

const withRole = async (stage: Stage, role: 'ambassador' | 'spotlight'): Promise<MemberPage> => {
  const page = await stage.member();
  await operate('identity', 'roles', 'grant', role, page.member.username);
  await stage.answers<OwnUser>(page, '/api/auth/user', ({ isAmbassador, isSpotlight }) =>
    role === 'ambassador' ? isAmbassador : isSpotlight,
  );
  await page.goto('/settings');
  await page.getByLabel('Profile Link').waitFor();
  return page;
};

test('an ambassador hides the title and shows a link, and is told when that fails', async ({ stage }) => {
  const page = await withRole(stage, 'ambassador');
  const profile = `/@${encodeURIComponent(page.member.username)}`;
  await page.getByText('Account type').locator('..').getByText('Ambassador', { exact: true }).waitFor();
  const title = page.getByRole('switch', { name: 'Hide Ambassador Title' });
  const link = page.getByLabel('Profile Link');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await title.click();
  await seesToast(page, 'Settings updated');
  await link.fill(`https://example.org/${'x'.repeat(40)}`);
  await page.getByText('60 / 50').waitFor();
  await save.click();
  await page.getByText('At most 50 characters').waitFor();
  await isAccessible(page);
  await link.fill('https://example.org/late');
  await save.click();
  await seesToast(page, 'Profile link updated');
  await expect(save).toBeDisabled();

  const visitor = await stage.phone();
  await eventually(async () => {
    await visitor.goto(profile);
    await visitor.getByRole('link', { name: 'example.org/late' }).waitFor({ timeout: 10_000 });
  });
  await expect(visitor.getByRole('link', { name: 'example.org/late' })).toHaveAttribute(
    'href',
    'https://example.org/late',
  );
  await expect(visitor.getByRole('main').getByText('Ambassador', { exact: true })).toHaveCount(0);

  await breaks(page, '**/api/users/**', 'PATCH', 500);
  await title.click();
  await seesToast(page, 'Update failed', 'Could not update ambassador visibility');
  await expect(title).toHaveAttribute('aria-checked', 'true');
  await link.fill('just words');
  await save.click();
  await seesToast(page, 'Update failed', 'Could not update profile link');
  await expect(link).toHaveValue('just words');
  await page.unroute('**/api/users/**');
  await save.click();
  await seesToast(page, 'Profile link updated');
  await title.click();
  await seesToast(page, 'Settings updated');
  await eventually(async () => {
    await visitor.goto(profile);
    await visitor.getByText('just words').waitFor({ timeout: 10_000 });
    await visitor.getByRole('main').getByText('Ambassador', { exact: true }).waitFor({ timeout: 10_000 });
  });
  await expect(visitor.getByRole('link', { name: 'just words' })).toHaveCount(0);
});
