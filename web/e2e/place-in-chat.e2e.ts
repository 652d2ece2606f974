import assert from 'node:assert/strict';
import { expect, type Locator } from '@playwright/test';
import { eventually, test } from './suite.ts';

const isInView = async (locator: Locator): Promise<boolean> => {
  const box = await locator.boundingBox();
  const composer = await locator.page().getByLabel('Your message').boundingBox();
  return box !== null && composer !== null && box.y > 60 && box.y + box.height < composer.y;
};

test('links to a reply or a question lead to the question page, at the reply', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await stage.ask(page, { title: 'What was the evening like?' });
  const early = await stage.postReply(page, question, 'It began with rain.');
  for (let number = 2; number <= 12; number++) await stage.postReply(page, question, `And then ${number}.`);
  await page.goto(`/reply/${early.id}`);
  await page.waitForURL(`**/questions/${question.id}#reply-${early.id}`);
  await expect(page.getByText('It began with rain.')).toBeVisible();
  await page.goto(`/question/${question.id}`);
  await page.waitForURL(`**/questions/${question.id}`);
  await page.goto(`/content/${early.id}`);
  await page.waitForURL(`**/questions/${question.id}#reply-${early.id}`);
});

test('a returning reader enters a chat at the first message not shown before', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.otherUser();
  const question = await stage.ask(page, { title: 'What is in your pockets?' });
  for (let number = 1; number <= 30; number++) await stage.postReply(other, question, `Pocket ${number}.`);
  await page.goto(`/questions/${question.id}`);
  await eventually(async () => assert.ok(await isInView(page.getByText('Pocket 1.', { exact: true }))));
  await page.getByRole('button', { name: 'Latest' }).click();
  await eventually(async () => assert.ok(await isInView(page.getByText('Pocket 30.', { exact: true }))));
  await eventually(async () =>
    assert.match((await page.evaluate(() => localStorage.getItem('chat-shown'))) ?? '', /:30\b/),
  );
  await page.goto('/');
  for (let number = 31; number <= 60; number++) await stage.postReply(other, question, `Pocket ${number}.`);
  await page.goto(`/questions/${question.id}`);
  await eventually(async () => assert.ok(await isInView(page.getByText('Pocket 31.', { exact: true }))));
  await page.getByText('New since your last visit').waitFor();
  await expect(page.getByText('Pocket 60.', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /Latest|new$/ }).click();
  await eventually(async () => assert.ok(await isInView(page.getByText('Pocket 60.', { exact: true }))));
});

test('a busy chat stays at its end and draws only the newest messages, in order', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await stage.ask(page, { title: 'Who speaks loudest?' });
  const others = [await stage.otherUser(), await stage.otherUser(), await stage.otherUser()];
  await stage.postReply(page, question, 'Quiet, please.');
  await page.goto(`/questions/${question.id}`);
  await page.getByText('Quiet, please.', { exact: true }).waitFor();
  const count = 90;
  await Promise.all(
    others.map(async (other, which) => {
      for (let number = which; number < count; number += others.length)
        await stage.postReply(other, question, `Voice ${number}.`);
    }),
  );
  await stage.postReply(page, question, 'That was all.');
  await page.getByText('That was all.', { exact: true }).waitFor();
  await eventually(async () => assert.ok(await isInView(page.getByText('That was all.', { exact: true }))));
  const { discussions } = await stage.call<{ discussions: { content: string }[] }>(
    page,
    'GET',
    `/api/questions/${question.id}`,
  );
  const spoken = discussions.map(({ content }) => content);
  await eventually(async () => {
    const drawn = await page
      .getByRole('list', { name: 'Live chat' })
      .getByRole('article')
      .locator('p[dir=auto]')
      .allTextContents();
    assert.ok(drawn.length > 0 && drawn.length < count, 'only those near the screen are in the page');
    assert.deepEqual(drawn, spoken.slice(-drawn.length), 'the newest stand there in their order');
  });
});
