import assert from 'node:assert/strict';
import type { XpActivity } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { eventually, isAccessible, seesToast, test } from './suite.ts';

test('notifications are told live, read, opened and deleted', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you never lend?' });
  const other = await stage.other();
  await page.goto('/');
  await page.getByRole('link', { name: 'Notifications, 0 unread' }).waitFor();
  await stage.say(other, question, 'Pens.');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await stage.boost(other, question);
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).click();
  await page.getByRole('tab', { name: /Notifications\s*2/ }).waitFor();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText(`${other.member.username} · `)).toHaveCount(2);
  await expect(rows.getByText('“What do you never lend?”')).toHaveCount(2);
  await isAccessible(page);
  await rows.first().getByRole('button').first().click();
  await page.waitForURL(`**/questions/${question.id}*`);
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
  await expect(rows).toHaveCount(2);
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
  await expect(progression.getByRole('listitem')).toHaveCount(10);
  for (const reward of ['10-15 XP', '15 XP', '5 XP', '3 XP', '20 XP'])
    await page.getByText(reward, { exact: true }).first().waitFor();
});

test('on a wide screen the app stays a phone, 430 px in the middle', async ({ stage }) => {
  const page = await stage.member({ viewport: { width: 1200, height: 800 } });
  await page.goto('/');
  await eventually(async () => {
    const main = await page.getByRole('main').boundingBox();
    // The scroll bar's gutter is not part of the page.
    const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
    assert.deepEqual([main?.width, main?.x], [430, (pageWidth - 430) / 2]);
    assert.ok(pageWidth > 1150);
  });
});
