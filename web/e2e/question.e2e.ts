import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { submitCredentials, test, uniqueName, waitForToast } from './suite.ts';

test('a visitor follows the chat, and their boost happens after the sign-in', async ({ stage }) => {
  const asker = await stage.otherUser();
  const question = await stage.ask(asker, { title: 'Who turns this up?', replyBoostThreshold: 9 });
  const visitor = await stage.visitorPage();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByText('Sign in to join the live chat').waitFor();
  await stage.postReply(asker, question, 'Let me begin.');
  await visitor.getByRole('article', { name: `Reply of ${asker.member.username}` }).waitFor();
  await expect(visitor.getByLabel('Your message')).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Reply to the question' }).click();
  await visitor.waitForURL('**/login');
  await waitForToast(visitor, 'Login required', 'Please sign in to reply');
  await visitor.goBack();
  await visitor.getByRole('button', { name: 'Boost' }).first().click();
  const join = visitor.getByRole('dialog', { name: 'Join to turn this up (9 more)' });
  await join.getByText('You must be logged in to boost').waitFor();
  await join.getByRole('link', { name: 'Create an account' }).click();
  await submitCredentials(visitor, uniqueName(), 'Create account');
  await visitor.waitForURL(`**/questions/${question.id}`);
  await visitor.getByText('1 / 9').waitFor();
  await expect(visitor.getByRole('button', { name: 'Boost' }).first()).toHaveAttribute('aria-pressed', 'true');
});

test('a chat is one tab stop, with arrow keys between messages and Enter for actions', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.otherUser();
  const question = await stage.ask(page, { title: 'Which key do you never press?' });
  for (const words of ['Scroll Lock.', 'Pause.', 'Insert.']) await stage.postReply(other, question, words);
  await page.goto(`/questions/${question.id}`);
  const message = (words: string) => page.getByRole('article').filter({ hasText: words });
  await message('Insert.').focus();
  await page.keyboard.press('ArrowUp');
  await expect(message('Pause.')).toBeFocused();
  await page.keyboard.press('Enter');
  const acts = message('Pause.').getByRole('toolbar');
  await expect(acts.getByRole('button', { name: 'Boost' })).toBeFocused();
  await acts.locator('time').getByText(/\d{4}/).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect(acts.getByRole('button', { name: 'Reply' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(message('Pause.')).toBeFocused();
  await page.keyboard.press('Tab');
  assert.ok(
    !(await page.getByRole('list', { name: 'Live chat' }).evaluate((list) => list.contains(document.activeElement))),
  );
  await page.getByRole('button', { name: 'Skip to the composer' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your message')).toBeFocused();
});

test('an unknown question and an unknown page show a not-found page', async ({ stage }) => {
  const page = await stage.visitorPage();
  const nowhere = '0199ffff-0000-7000-8000-000000000000';
  for (const path of [`/questions/${nowhere}`, '/questions/nonsense', `/reply/${nowhere}`]) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Question Not Found' }).waitFor();
  }
  for (const path of ['/nowhere', `/content/${nowhere}`, '/no/where']) {
    await page.goto(path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  }
});
