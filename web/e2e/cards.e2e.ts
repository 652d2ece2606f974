import assert from 'node:assert/strict';
import type { Question } from '@hearsay/contracts';
import { expect, type Locator } from '@playwright/test';
import { breaks } from './breaks.ts';
import { eventually, findsInFeed, isAccessible, type MemberPage, type Stage, seesToast, test } from './suite.ts';

const choose = async (card: Locator, name: string): Promise<void> => {
  const page = card.page();
  await card.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: name.split(' ')[0], exact: true })
    .click();
};

test('a repost is deleted from its card; when that fails the feed begins again at its first page', async ({
  stage,
}) => {
  const page = await stage.member();
  const question = await stage.ask(await stage.other(), { title: `${page.member.username} passes this on` });
  await stage.repost(page, question, 'Read this.');
  const card = page.getByRole('article').filter({ hasText: question.title }).filter({ hasText: 'Read this.' });
  await stage.feedHolds(page, ({ repostData }) => repostData?.reposterUserId === page.member.id);
  await page.goto('/');
  await findsInFeed(card);
  await breaks(page, '**/api/reposts/**', 'DELETE', 500);
  const readAgain = page.waitForRequest(
    (request) => request.url().includes('/api/feed?') && request.url().includes('page=1'),
  );
  await choose(card, 'Delete repost');
  await seesToast(page, 'Delete failed', 'Failed to delete repost');
  await readAgain;
  await page.unroute('**/api/reposts/**');
  await choose(card, 'Delete repost');
  await seesToast(page, 'Repost deleted');
  await expect(card).toHaveCount(0);
});

const waitingFor = async (
  stage: Stage,
  target: MemberPage,
  asker: MemberPage,
  more: object = {},
): Promise<Question> => {
  const question = await stage.ask(asker, {
    title: 'What would you never say on stage?',
    targetUserId: target.member.id,
    ...more,
  });
  await eventually(async () => {
    const waiting = await stage.call<Question[]>(target, 'GET', `/api/users/${target.member.id}/pending-questions`);
    assert.ok(waiting.some(({ id }) => id === question.id));
  });
  return question;
};

test('a question that is ignored where it stands is removed, and its page is left', async ({ stage }) => {
  const target = await stage.member();
  const question = await waitingFor(stage, target, await stage.member());
  await target.goto(`/questions/${question.id}`);
  await target.getByRole('button', { name: 'Ignore' }).click();
  await seesToast(target, 'Question removed');
  await target.waitForURL(`${stage.base}/`);
});

test('who asked anonymously leaves no name on the question while it waits: no boost, and answers without one', async ({
  stage,
}) => {
  const target = await stage.member();
  const asker = await stage.member();
  const question = await waitingFor(stage, target, asker, { isAnonymous: true, creatorId: null });
  await asker.goto(`/questions/${question.id}`);
  const boost = asker.getByRole('button', { name: 'Boost' }).first();
  const anonymously = asker.getByRole('button', { name: 'Anonymous', exact: true });
  await anonymously.waitFor();
  await expect(boost).toBeDisabled();
  await expect(anonymously).toBeDisabled();
  await isAccessible(asker);
  await asker.getByLabel('Your message').fill('Take your time.');
  await asker.getByRole('button', { name: 'Send' }).click();
  await asker.getByRole('article', { name: 'Reply of yours' }).getByText('Take your time.').waitFor();
  await target.goto(`/questions/${question.id}`);
  await target.getByRole('article', { name: 'Reply of [ANON]' }).getByText('Take your time.').waitFor();
  await expect(target.getByRole('button', { name: 'Boost' }).first()).toBeEnabled();
});

test('an icon says its name to whoever points at it', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/notifications');
  const name = page.getByText('Log out', { exact: true });
  // Tooltips load after the first screen, so hover again until one shows.
  await eventually(async () => {
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByRole('button', { name: 'Log out' }).hover();
    await name.waitFor({ timeout: 3000 });
  });
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await name.waitFor({ state: 'detached' });
});
