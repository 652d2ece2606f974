import assert from 'node:assert/strict';
import { expect, type Locator } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { eventually, scrollUntil, test } from './suite.ts';

test('a skip link leads keyboard users past the navigation in one step', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/xp-stats');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the document has its theme before the app’s code arrives', async ({ stage }) => {
  const page = await stage.visitorPage({ theme: 'light' });
  await page.route('**/assets/*.js', () => new Promise(() => undefined));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(
    () => document.body !== null && getComputedStyle(document.documentElement).backgroundColor === 'rgb(246, 242, 234)',
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('theme', 'system'));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  // Without a stored choice the theme is dark, even if the system's theme is light.
  await page.addInitScript(() => localStorage.removeItem('theme'));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});

/** Opens and closes a dialog by keyboard. Expects the focus inside, at `field` if given, and at `back` afterwards. */
const opens = async (opener: Locator, field?: string, back = opener): Promise<void> => {
  const page = opener.page();
  const dialog = page.getByRole('dialog');
  await opener.press('Enter');
  await dialog.waitFor();
  await expect(field ? dialog.getByLabel(field).and(page.locator(':focus')) : dialog.locator(':focus')).toHaveCount(1);
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(back).toBeFocused();
};

test('every dialog is accessible in both themes and usable by keyboard', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.otherUser();
  const question = await stage.ask(other, { title: `What opens for ${page.member.username}?` });
  await stage.postReply(other, question, 'A door.');
  await page.goto(`/questions/${question.id}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const report = page.getByRole('menuitem', { name: 'Report' });
  await opens(button('Reply to the question'), 'Your reply');
  await opens(button('Repost').first(), 'Your words to it');
  const more = page.getByRole('article').first().getByRole('button', { name: 'More options' });
  await more.click();
  await expectAccessibleInThemes(page);
  await opens(report, 'What is wrong with it?', more);
  await page.getByText('A door.', { exact: true }).click();
  await page.getByRole('toolbar').waitFor();
  await expectAccessibleInThemes(page);
  await page.goto('/');
  // The card may have moved down, because other tests may have posted.
  const options = page
    .getByRole('article')
    .filter({ hasText: question.title })
    .getByRole('button', { name: 'More options' });
  await scrollUntil(page, () => options.waitFor({ timeout: 500 }));
  await options.click();
  await opens(report, undefined, options);
  await stage.repost(page, question);
  await page.goto(`/questions/${question.id}`);
  await opens(page.getByRole('button', { name: 'Repost', pressed: true }));
  await stage.ask(page, { title: 'What closes here?' });
  await page.goto('/profile');
  await opens(button('QR code'));
  await page.goto('/my-content');
  await opens(button(/^Edit/), 'Title');
  await opens(button(/^Delete/));
  const waiting = await stage.ask(other, { title: 'May I come in?', targetUserId: page.member.id });
  await eventually(async () => assert.ok((await page.request.get(`/api/questions/${waiting.id}`)).ok()));
  await page.goto(`/questions/${waiting.id}`);
  await opens(button('Approve'), 'Your reply');
  await page.goto('/settings');
  await button('Change password').click();
  await button('Delete account').click();
  await page.getByLabel('Current password').nth(1).waitFor();
  await expectAccessibleInThemes(page);
  await page.evaluate((id) => localStorage.setItem(`level-shown:${id}`, '0.5'), page.member.id);
  await page.reload();
  await page.getByRole('dialog', { name: 'Level 1' }).waitFor();
  await expectAccessibleInThemes(page);
  const ambassador = await stage.ambassadorPage();
  await ambassador.goto('/admin');
  // Closes a card. The shorter page does not scroll, so the header covers no part of the tabs.
  await ambassador.getByRole('button', { name: 'Close', exact: true }).click();
  const people = ambassador.getByRole('combobox', { name: 'User' });
  await people.fill(other.member.username);
  const person = ambassador.getByRole('option', { name: other.member.username });
  await person.waitFor();
  await people.press('ArrowDown');
  await expectAccessibleInThemes(ambassador);
  await person.click();
  await opens(ambassador.getByRole('button', { name: 'Delete All User Content' }));
  const visitor = await stage.visitorPage();
  await visitor.goto(`/questions/${question.id}`);
  await opens(visitor.getByRole('button', { name: 'Boost' }).first());
  await visitor.goto(`/@${encodeURIComponent(other.member.username)}`);
  await opens(visitor.getByRole('main').getByRole('button', { name: 'Ask Question' }), 'Your question');
});
