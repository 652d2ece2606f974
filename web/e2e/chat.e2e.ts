import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { eventually, test } from './suite.ts';

const misplaced = (page: Page): Promise<string[]> =>
  page.locator('li[data-index]').evaluateAll((rows) => {
    const placed = rows.map((row) => ({
      box: row.getBoundingClientRect(),
      index: Number(row.getAttribute('data-index')),
      words: row.textContent,
    }));
    placed.sort((a, b) => a.index - b.index);
    return placed
      .filter(({ box }, at) => Math.abs(box.bottom - (placed[at + 1]?.box.top ?? box.bottom)) > 1)
      .map(({ words }) => words);
  });

test('the composer does not cover the action bar of the newest message', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await stage.ask(await stage.otherUser(), { title: 'Where do the acts open?' });
  for (let number = 1; number <= 12; number += 1)
    await stage.postReply(page, question, `Message ${number}, with a few words.`);
  await page.goto(`/questions/${question.id}`);
  const newest = page.getByRole('list', { name: 'Live chat' }).getByRole('article').last();
  await newest.getByText('Message 12').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click({ trial: true });
  const isOfChat = await page.getByRole('form', { name: 'Chat message' }).evaluate((form) => {
    const above = document.elementFromPoint(195, form.getBoundingClientRect().y - 40);
    return above?.closest('.chat-dock') === null;
  });
  assert.ok(isOfChat, 'the strip above the composer belongs to the chat');
});

test('a button announces words that opened above the screen and scrolls to them', async ({ stage }) => {
  const asker = await stage.otherUser();
  const question = await stage.ask(asker, {
    title: 'Who is behind you?',
    description: 'Nobody at all.',
    replyBoostThreshold: 1,
  });
  for (let number = 1; number <= 20; number++) await stage.postReply(asker, question, `Step ${number}.`);
  const page = await stage.memberPage();
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Latest' }).click();
  const title = page.getByRole('heading', { name: question.title });
  await eventually(async () =>
    assert.ok(((await title.boundingBox())?.y ?? 0) < 0, 'the question is above the screen'),
  );
  await stage.boost(asker, question);
  await page.getByRole('button', { name: 'Everyone hears it now' }).click();
  await eventually(async () => assert.ok(((await title.boundingBox())?.y ?? 0) > 0));
  await page.getByText('Nobody at all.').waitFor();
  await page.getByRole('button', { name: 'Everyone hears it now' }).waitFor({ state: 'detached' });
  await eventually(async () => assert.deepEqual(await misplaced(page), []));
});
