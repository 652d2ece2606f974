import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { eventually, isAccessibleInThemes, newName, scrollsUntil, seesToast, test } from './suite.ts';
import { wav } from './wav.ts';

test('what is reported is looked at, resolved, and stands in the history', async ({ stage }) => {
  const author = await stage.other();
  const question = await stage.ask(author, { title: `${newName()} goes too far` });
  const reason = 'It goes too far, as it says itself.';
  const reporter = await stage.other();
  await stage.call(reporter, 'POST', '/api/reports', { contentId: question.id, contentType: 'question', reason });
  const page = await stage.ambassador();
  await stage.isReported(page, question);
  await page.goto('/notifications');
  await page.getByRole('tab', { name: /^Reports/ }).click();
  const card = page.getByRole('listitem').filter({ hasText: question.title });
  await card.getByText(reason).waitFor();
  await card.getByText(reporter.member.username).waitFor();
  await expect(page.getByRole('button', { name: 'Create Post' })).toHaveCount(0);
  await isAccessibleInThemes(page);
  await card.getByRole('button', { name: 'View Content' }).click();
  await page.waitForURL(`**/questions/${question.id}`);
  await page.goBack();
  await card.getByRole('button', { name: 'Resolve' }).click();
  await seesToast(page, 'Report resolved');
  await expect(card).toHaveCount(0);
  await page.getByText('Resolved', { exact: true }).click();
  await card.getByText(page.member.username).waitFor();
  await isAccessibleInThemes(page);
});

test('by keyboard one gets past the navigation in one step', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/xp-stats');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the theme is there before the app is', async ({ stage }) => {
  const page = await stage.phone({ theme: 'light' });
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
  // Without a choice the theme is dark, independent of the system.
  await page.addInitScript(() => localStorage.removeItem('theme'));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});

test('what one was saying is still there after a reload, and so is that one says it without a name', async ({
  stage,
}) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'Where were you?' });
  await page.goto(`/questions/${question.id}`);
  await page.getByLabel('Your message').fill('In the middle of a');
  await page.getByRole('button', { name: `As ${page.member.username}` }).click();
  await page.reload();
  await expect(page.getByLabel('Your message')).toHaveValue('In the middle of a');
  await page.getByRole('button', { name: 'Anonymous' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('[ANON]', { exact: true }).waitFor();
});

test('a lock screen shows the episode and steers it', async ({ stage }) => {
  const page = await stage.member();
  const title = `${page.member.username} on a lock screen`;
  const podcast = await stage.publish(page, title, 60);
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(window, { handlers });
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler;
      set(action, handler);
    };
  });
  const press = (action: MediaSessionAction, details: object = {}) =>
    page.evaluate(
      ([name, more]) =>
        (window as unknown as { handlers: Record<string, (details: object) => void> }).handlers[name]?.({
          action: name,
          ...more,
        }),
      [action, details] as const,
    );
  await page.goto(`/podcasts/${podcast.id}`);
  const player = page.getByRole('region', { name: `Player of ${title}` });
  await player.getByRole('button', { name: 'Play' }).click();
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  await eventually(async () =>
    assert.deepEqual(
      await page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.metadata?.artist]),
      [title, page.member.username],
    ),
  );
  await press('pause');
  await player.getByRole('button', { name: 'Play' }).waitFor();
  await press('seekto', { seekTime: 42 });
  await player.getByText('0:42 / 1:00').waitFor();
  await press('seekbackward', { seekOffset: 12 });
  await player.getByText('0:30 / 1:00').waitFor();
  await press('play');
  await player.getByRole('button', { name: 'Pause' }).waitFor();
});

test('an upload can be cancelled, and one that broke off goes on where it was', async ({ stage }) => {
  const page = await stage.member();
  const file = { name: 'long.wav', mimeType: 'audio/wav', buffer: wav(30) };
  await page.goto('/create?type=podcast');
  let isBroken = true;
  await page.route('**/api/uploads/*', (route) =>
    isBroken && route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Upload audio' }).waitFor();
  const asked = page.waitForRequest(
    (request) => request.method() === 'HEAD' && request.url().includes('/api/uploads/'),
  );
  await page.locator('input[type=file]').setInputFiles(file);
  await asked;
  isBroken = false;
  await seesToast(page, 'File uploaded');
});

test('every dialog can be read by everybody, in both themes', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.other();
  const question = await stage.ask(other, { title: `What opens for ${page.member.username}?` });
  await stage.say(other, question, 'A door.');
  await page.goto(`/questions/${question.id}`);
  const closes = async () => {
    await page.getByRole('dialog').waitFor();
    await isAccessibleInThemes(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: 'Reply to the question' }).click();
  await closes();
  await page.getByRole('button', { name: 'Repost' }).first().click();
  await closes();
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await isAccessibleInThemes(page);
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await closes();
  await page.getByText('A door.', { exact: true }).click();
  await page.getByRole('toolbar').waitFor();
  await isAccessibleInThemes(page);
  await page.goto('/');
  // Others may have posted since, so scroll.
  const options = page
    .getByRole('article')
    .filter({ hasText: question.title })
    .getByRole('button', { name: 'More options' });
  await scrollsUntil(page, () => options.waitFor({ timeout: 500 }));
  await options.click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await closes();
  await stage.repost(page, question);
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Repost', pressed: true }).click();
  await closes();
  await stage.ask(page, { title: 'What closes here?' });
  await page.goto('/my-content');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await closes();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await closes();
  const waiting = await stage.ask(other, { title: 'May I come in?', targetUserId: page.member.id });
  await eventually(async () => assert.ok((await page.request.get(`/api/questions/${waiting.id}`)).ok()));
  await page.goto(`/questions/${waiting.id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await closes();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Current password').nth(1).waitFor();
  await isAccessibleInThemes(page);
  await page.evaluate((id) => localStorage.setItem(`level-shown:${id}`, '0.5'), page.member.id);
  await page.reload();
  await page.getByRole('dialog', { name: 'Level 1' }).waitFor();
  await closes();
  const ambassador = await stage.ambassador();
  await ambassador.goto('/admin');
  await ambassador.getByRole('searchbox', { name: 'Find someone' }).fill(other.member.username);
  await ambassador.getByLabel('User', { exact: true }).selectOption({ label: other.member.username });
  await ambassador.getByRole('button', { name: 'Delete All User Content' }).click();
  await ambassador.getByRole('dialog').waitFor();
  await isAccessibleInThemes(ambassador);
  const visitor = await stage.phone();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByRole('button', { name: 'Boost' }).first().click();
  await visitor.getByRole('dialog').waitFor();
  await isAccessibleInThemes(visitor);
  await visitor.goto(`/@${encodeURIComponent(other.member.username)}`);
  await visitor.getByRole('main').getByRole('button', { name: 'Ask Question' }).click();
  await visitor.getByRole('dialog').waitFor();
  await isAccessibleInThemes(visitor);
});
