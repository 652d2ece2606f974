import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
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

test('what is sent while a message is on its way follows it', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you say in one breath?' });
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/api/discussions', async (route) => {
    count += 1;
    if (count === 1) await gate.promise;
    await route.fallback();
  });
  await page.goto(`/questions/${question.id}`);
  const composer = page.getByLabel('Your message');
  await composer.fill('First this.');
  await composer.press('Enter');
  await page.getByText('First this.', { exact: true }).waitFor();
  await composer.fill('Then that.');
  await composer.press('Enter');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  assert.deepEqual([count, await composer.inputValue()], [1, 'Then that.']);
  gate.resolve();
  const own = page.getByRole('article', { name: 'Reply of yours' });
  await eventually(async () =>
    assert.deepEqual(await own.locator('p[dir=auto]').allTextContents(), ['First this.', 'Then that.']),
  );
  await expect(composer).toHaveValue('');
});

test('the acts of the newest message lie where they can be pressed', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(await stage.other(), { title: 'Where do the acts open?' });
  for (let number = 1; number <= 12; number += 1)
    await stage.say(page, question, `Message ${number}, with a few words.`);
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

test('an open chat asks for what came after its last number, not for the whole question again', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'How often do you look?' });
  await stage.say(page, question, 'All the time.');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(stage.base, '')));
  const wholes = () => asked.filter((path) => path === `/api/questions/${question.id}`).length;
  const polls = () => asked.filter((path) => path.startsWith(`/api/questions/${question.id}/room?after=`));
  await page.goto(`/questions/${question.id}`);
  await eventually(async () => assert.ok(polls().length >= 2));
  const before = wholes();
  await stage.say(await stage.other(), question, 'Never.');
  await page.getByText('Never.', { exact: true }).waitFor();
  const seen = polls().length;
  await eventually(async () => assert.ok(polls().length >= seen + 2));
  assert.equal(wholes(), before);
  assert.match(polls().at(-1) ?? '', /after=2$/);
});

test('words that open out of sight are told where one is, and lead there', async ({ stage }) => {
  const asker = await stage.other();
  const question = await stage.ask(asker, {
    title: 'Who is behind you?',
    description: 'Nobody at all.',
    replyBoostThreshold: 1,
  });
  for (let number = 1; number <= 20; number++) await stage.say(asker, question, `Step ${number}.`);
  const page = await stage.member();
  await page.goto(`/questions/${question.id}`);
  const title = page.getByRole('heading', { name: question.title });
  await eventually(async () => assert.ok(((await title.boundingBox())?.y ?? 0) < 0, 'one enters at the newest'));
  await stage.boost(asker, question);
  await page.getByRole('button', { name: 'Everyone hears it now' }).click();
  await eventually(async () => assert.ok(((await title.boundingBox())?.y ?? 0) > 0));
  await page.getByText('Nobody at all.').waitFor();
  await page.getByRole('button', { name: 'Everyone hears it now' }).waitFor({ state: 'detached' });
  await eventually(async () => assert.deepEqual(await misplaced(page), []));
});
