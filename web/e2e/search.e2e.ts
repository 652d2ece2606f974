import type { Question, SearchPage } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { test } from './suite.ts';

test('keyboard users can search from Discover and boost a similar question instead', async ({ stage }) => {
  const other = await stage.otherUser();
  const page = await stage.memberPage();
  const title = `Who hid the zanderfisch of ${page.member.username}?`;
  const question = await stage.ask(other, { title, description: 'Behind the quetschkommode.' });
  await stage.waitForAnswer<SearchPage>(page, '/api/search?q=quetschkommode', ({ results }) => results.length > 0);

  await page.goto('/discover');
  await page.getByRole('link', { name: 'Search questions, replies and episodes' }).press('Enter');
  const box = page.getByRole('searchbox', { name: 'Search words' });
  await box.fill('quetschkom');
  const found = page.getByRole('article', { name: title });
  await expect(found.locator('mark')).toHaveText('quetschkommode');
  await expectAccessibleInThemes(page);
  await page.getByRole('radio', { name: 'Questions' }).press('Space');
  await page.waitForURL('**/search?q=quetschkom&kind=question');
  await found.getByRole('link').press('Enter');
  await page.waitForURL(`**/questions/${question.id}`);
  await page.goto('/search');
  await page.getByRole('link', { name: 'quetschkom', exact: true }).press('Enter');
  await found.waitFor();

  await page.goto('/create?type=question');
  await page.getByLabel('Title').fill(title.replace('hid', 'ate'));
  const offer = page.getByRole('region', { name: 'Others have asked this' });
  await offer.getByRole('link', { name: title }).waitFor();
  await expectAccessibleInThemes(page);
  const instead = offer.getByRole('listitem').filter({ hasText: title });
  await instead.getByRole('button', { name: 'Boost this instead' }).press('Enter');
  await instead.getByRole('button', { name: 'Boosted', pressed: true }).waitFor();
  await stage.waitForAnswer<Question>(page, `/api/questions/${question.id}`, ({ boostCount }) => boostCount === 1);
  await expect(page.getByLabel('Title')).toHaveValue(title.replace('hid', 'ate'));
});
