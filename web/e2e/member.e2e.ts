import assert from 'node:assert/strict';
import type { XpActivity } from '@hearsay/contracts';
import { eventually, hasLoaded, isAccessible, seesToast, test } from './suite.ts';

test('notifications are told live, read, opened and deleted', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you never lend?' });
  const other = await stage.member();
  await page.goto('/');
  await page.getByRole('link', { name: 'Notifications, 0 unread' }).waitFor();
  await stage.say(other, question, 'Pens.');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await stage.boost(other, question);
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).click();
  await page.getByRole('tab', { name: /Notifications\s*2/ }).waitFor();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await eventually(async () => assert.equal(await rows.count(), 2));
  await eventually(async () => assert.equal(await rows.getByText(`${other.member.username} · `).count(), 2));
  await eventually(async () => assert.equal(await rows.getByText('“What do you never lend?”').count(), 2));
  await isAccessible(page);
  await rows.first().getByRole('button').first().click();
  await page.waitForURL(`**/questions/${question.id}*`);
  // Opening a question reads all about it.
  await page.getByRole('link', { name: 'Notifications, 0 unread' }).waitFor();
  const another = await stage.ask(page, { title: 'What do you never borrow?' });
  await stage.say(other, another, 'Time.');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('link', { name: 'Notifications, 0 unread' }).waitFor();
  await rows
    .first()
    .getByRole('button', { name: /^Delete notification/ })
    .click();
  await seesToast(page, 'Notification deleted');
  await eventually(async () => assert.equal(await rows.count(), 2));
});

test('xp-stats shows level, ten levels, ways to earn and the acts', async ({ stage }) => {
  const page = await stage.member();
  await stage.ask(page, { title: 'What is worth ten points?' });
  await stage.answers<XpActivity[]>(page, `/api/users/${page.member.id}/xp-activities`, (acts) => acts.length > 0);
  await page.goto('/xp-stats');
  await page.getByText('Posted a question').waitFor();
  await page.getByText('Level 1', { exact: true }).waitFor();
  await page.getByText('90 XP to next level').waitFor();
  const progression = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Level Progression' }) });
  await eventually(async () => assert.equal(await progression.getByRole('listitem').count(), 10));
  for (const reward of ['10-15 XP', '15 XP', '5 XP', '3 XP', '20 XP'])
    await page.getByText(reward, { exact: true }).first().waitFor();
  await isAccessible(page);
});

test('both themes can be read by everybody, and the page has no wider part than the phone', async ({ stage }) => {
  for (const theme of ['dark', 'light'] as const) {
    const page = await stage.member({ theme });
    const question = await stage.ask(page, {
      title: 'Which colour is Tuesday?',
      description: 'Green.',
      replyBoostThreshold: 5,
    });
    await stage.say(page, question, 'Definitely green.');
    const other = await stage.member();
    await stage.say(other, question, 'Blue, obviously.');
    for (const path of [
      '/',
      '/discover',
      '/create?type=question',
      `/questions/${question.id}`,
      '/notifications',
      '/xp-stats',
      '/settings',
      '/aura-settings',
      '/profile',
      '/nowhere',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await hasLoaded(page);
      await eventually(async () =>
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme),
      );
      await eventually(async () =>
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is too wide`),
      );
      await isAccessible(page);
    }
  }
});

test('what stands outside the own pages can be read in the light as well', async ({ stage }) => {
  const page = await stage.ambassador({ theme: 'light' });
  const visitor = await stage.phone({ theme: 'light' });
  const profile = `/@${encodeURIComponent(page.member.username)}`;
  const ofMembers = [
    '/create',
    '/create?type=podcast',
    '/my-content',
    '/admin',
    '/discover?q=e2e',
    '/podcasts/nowhere',
  ];
  const ofVisitors = [
    '/',
    '/login',
    '/register',
    '/reset/no-link',
    '/settings',
    '/questions/nowhere',
    '/admin',
    profile,
    '/nowhere',
  ];
  for (const [each, paths] of [
    [page, ofMembers],
    [visitor, ofVisitors],
  ] as const) {
    for (const path of paths) {
      await each.goto(path);
      await each.getByRole('heading', { level: 1 }).waitFor();
      await hasLoaded(each);
      await isAccessible(each);
    }
  }
});

test('on a wide screen the app stays a phone, 430 px in the middle', async ({ stage }) => {
  const page = await stage.member({ viewport: { width: 1200, height: 800 } });
  await page.goto('/');
  await eventually(async () => {
    const main = await page.getByRole('main').boundingBox();
    // The gutter of a scroll bar is no part of the page.
    const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
    assert.deepEqual([main?.width, main?.x], [430, (pageWidth - 430) / 2]);
    assert.ok(pageWidth > 1150);
  });
});
