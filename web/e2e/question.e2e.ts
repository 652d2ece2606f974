import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { eventually, newName, seesToast, sendAccount, test } from './suite.ts';

test('a visitor can read and follow the chat and is asked to sign in to join it', async ({ stage }) => {
  const asker = await stage.other();
  const question = await stage.ask(asker, {
    title: 'What is your quietest habit?',
    description: 'Mine is folding receipts.',
  });
  const visitor = await stage.phone();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByText('Sign in to join the live chat').waitFor();
  await visitor
    .getByText('A question is a whisper. Boosts turn it up, and at the threshold everyone hears it.')
    .waitFor();
  await stage.say(asker, question, 'Let me begin.');
  await visitor.getByText('Let me begin.', { exact: true }).waitFor();
  await expect(visitor.getByLabel('Your message')).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Boost' }).first().click();
  const join = visitor.getByRole('dialog', { name: 'Join to turn this up' });
  await join.getByText('You must be logged in to boost').waitFor();
  await visitor.keyboard.press('Escape');
  await join.waitFor({ state: 'detached' });
  await visitor.getByRole('button', { name: 'Reply to the question' }).click();
  await visitor.waitForURL('**/login');
  await seesToast(visitor, 'Login required', 'Please sign in to reply');
});

test('the reply dialog answers a message, anonymously, and counts to 500', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What would your kitchen say of you?' });
  const other = await stage.member();
  await stage.say(other, question, 'That I never sit down.');
  await page.goto(`/questions/${question.id}`);
  const message = page.getByRole('article', { name: `Reply of ${other.member.username}` });
  await message.getByText('That I never sit down.').click();
  await message.getByRole('toolbar').getByRole('button', { name: 'Reply' }).click();
  const dialog = page.getByRole('dialog', { name: `Reply to @${other.member.username}` });
  await dialog.waitFor();
  await expect(dialog.getByLabel('Your reply')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Reply', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('tab', { name: /Audio/ })).toBeDisabled();
  await dialog.getByLabel('Your reply').fill('Mine says the same, louder.');
  await dialog.getByText('27 / 500').waitFor();
  await dialog.getByRole('switch', { name: 'Anonymous' }).click();
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
  await seesToast(page, 'Reply posted');
  await dialog.waitFor({ state: 'detached' });
  await expect(message).toBeFocused();
  await other.goto(`/questions/${question.id}`);
  const answer = other.getByRole('article', { name: 'Reply of [ANON]' });
  await answer.getByText('Mine says the same, louder.').waitFor();
  await answer.getByText(`${other.member.username}: That I never sit down.`).waitFor();
});

test('a chat is one stop of the keyboard, and what can be done with a message is one step further', async ({
  stage,
}) => {
  const page = await stage.member();
  const other = await stage.other();
  const question = await stage.ask(page, { title: 'Which key do you never press?' });
  for (const words of ['Scroll Lock.', 'Pause.', 'Insert.']) await stage.say(other, question, words);
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

test('what is too long stays, is counted below zero and cannot be sent; nothing above the composer swallows a tap', async ({
  stage,
}) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'How do you say it in short?' });
  await stage.say(await stage.other(), question, 'See https://example.org/short for more.');
  await page.goto(`/questions/${question.id}`);
  await page.getByLabel('Your message').fill('x'.repeat(300));
  await page.getByText('-20', { exact: false }).first().waitFor();
  await eventually(async () => assert.equal((await page.getByLabel('Your message').inputValue()).length, 300));
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  const link = page.getByRole('link', { name: 'https://example.org/short' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await eventually(async () => {
    const above = await page
      .getByRole('form', { name: 'Chat message' })
      .evaluate(
        (form) => document.elementFromPoint(195, form.getBoundingClientRect().y - 40)?.closest('.chat-dock') === null,
      );
    assert.ok(above, 'the strip above the composer belongs to the chat');
  });
});

test("a visitor's boost happens when they are back with an account", async ({ stage }) => {
  const asker = await stage.other();
  const question = await stage.ask(asker, { title: 'Who turns this up?', replyBoostThreshold: 9 });
  const visitor = await stage.phone();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByRole('button', { name: 'Boost' }).first().click();
  await visitor
    .getByRole('dialog', { name: 'Join to turn this up (9 more)' })
    .getByRole('link', { name: 'Create an account' })
    .click();
  await sendAccount(visitor, newName(), 'Create account');
  await visitor.waitForURL(`**/questions/${question.id}`);
  await visitor.getByText('1 / 9').waitFor();
  await expect(visitor.getByRole('button', { name: 'Boost' }).first()).toHaveAttribute('aria-pressed', 'true');
});

test('a message is deleted and a question reported, after a question', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.other();
  const question = await stage.ask(other, { title: 'What do you take back?' });
  await stage.say(page, question, 'This one.');
  await page.goto(`/questions/${question.id}`);
  await page.getByText('This one.', { exact: true }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Are you sure you want to delete this reply?' });
  await sure.waitFor();
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByRole('toolbar').getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await sure.getByRole('button', { name: 'Delete' }).click();
  await seesToast(page, 'Message deleted');
  await expect(page.getByText('This one.', { exact: true })).toHaveCount(0);
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report' });
  await expect(report.getByRole('button', { name: 'Report' })).toBeDisabled();
  await page.route('**/api/reports', (route) => route.fulfill({ status: 400, body: '{}' }));
  await report.getByLabel('What is wrong with it?').fill('It asks too much.');
  await report.getByRole('button', { name: 'Report' }).click();
  await seesToast(page, 'Report failed');
  await expect(report.getByLabel('What is wrong with it?')).toHaveValue('It asks too much.');
  await page.unroute('**/api/reports');
  await report.getByRole('button', { name: 'Report' }).click();
  await seesToast(page, 'Report submitted');
});

test('a question is reposted with a word, and that is taken back after a question', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(await stage.other(), { title: 'What should everybody be asked?' });
  await page.goto(`/questions/${question.id}`);
  const repost = page.getByRole('button', { name: 'Repost' }).first();
  await repost.click();
  const dialog = page.getByRole('dialog', { name: 'Repost' });
  await dialog.getByLabel('Your words to it').fill('This.');
  await dialog.getByRole('button', { name: 'Repost' }).click();
  await seesToast(page, 'Reposted!');
  await expect(repost).toHaveAttribute('aria-pressed', 'true');
  await repost.click();
  await page
    .getByRole('dialog', { name: 'Are you sure you want to undo this repost?' })
    .getByRole('button', { name: 'Undo repost' })
    .click();
  await seesToast(page, 'Repost removed');
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
});

test('after a break of the line nothing is missing and nothing is twice', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you hear right now?' });
  await page.goto(`/questions/${question.id}`);
  await page.getByLabel('Your message').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.getByLabel('Your message').fill('The fridge, and then not.');
  await page.getByRole('button', { name: 'Send' }).click();
  await seesToast(page, 'Failed to send message');
  await expect(page.getByLabel('Your message')).toHaveValue('The fridge, and then not.');
  await page.context().setOffline(false);
  const other = await stage.other();
  for (let number = 1; number <= 5; number++) await stage.say(other, question, `Sound ${number}.`);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  for (let number = 1; number <= 5; number++) await page.getByText(`Sound ${number}.`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'Reply of yours' }).waitFor();
  for (let number = 1; number <= 5; number++)
    assert.equal(await page.getByText(`Sound ${number}.`, { exact: true }).count(), 1);
});

test('an unknown question and an unknown page say so', async ({ stage }) => {
  const page = await stage.phone();
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
