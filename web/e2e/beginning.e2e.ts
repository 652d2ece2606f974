import assert from 'node:assert/strict';
import { eventually, hasFocus, isAccessible, test } from './suite.ts';

/** More than are loaded at first and one page before them. */
const messages = 280;

/** Runs in the page. Reads down from the rows that are drawn until it comes to some words, or gives up. @returns what it read, in order */
const readDown = async (last: string): Promise<string[]> => {
  const read = new Set<string>();
  for (let look = 0; look < 3_000 && !read.has(last); look += 1) {
    const rows = [...document.querySelectorAll('article[id^=reply-]')];
    for (const row of rows) read.add(row.textContent.match(/Day \d+\./)?.[0] ?? row.textContent);
    rows.at(-1)?.scrollIntoView({ block: 'start', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  return [...read];
};

test('one goes to the beginning of a long chat, reads on from there, and comes back to the latest', async ({
  stage,
}) => {
  const page = await stage.member();
  const other = await stage.member();
  const question = await stage.ask(page, { title: 'How did it all begin?' });
  for (let number = 1; number <= messages; number++)
    await stage.say(number % 2 ? page : other, question, `Day ${number}.`);
  await page.goto(`/questions/${question.id}`);
  const row = (number: number) => page.getByRole('article').filter({ hasText: `Day ${number}.` });
  const isInSight = (number: number) =>
    eventually(async () => {
      const box = await row(number).boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height < 844, `message ${number} at ${box?.y}`);
    });
  await isInSight(messages);

  const toBeginning = page.getByRole('button', { name: 'To the beginning' });
  await toBeginning.press('Enter');
  await isInSight(1);
  await eventually(async () => assert.ok(await hasFocus(row(1))));
  await page.getByRole('status').filter({ hasText: 'The beginning of the chat' }).waitFor();
  assert.equal(await toBeginning.isVisible(), false);
  await isAccessible(page);

  // What arrives meanwhile does not move the reader, and is not taken for the next message.
  await stage.say(other, question, `Day ${messages + 1}.`);

  const later = page.getByRole('button', { name: 'Later replies' });
  await later.press('Enter');
  await eventually(async () => assert.ok(await hasFocus(row(101))));
  await isInSight(101);
  await page.keyboard.press('ArrowUp');
  await eventually(async () => assert.ok(await hasFocus(row(100))));

  const read = await page.evaluate(readDown, `Day ${messages + 1}.`);
  const from = read.indexOf('Day 101.');
  assert.deepEqual(
    read.slice(from),
    Array.from({ length: messages - 99 }, (_, index) => `Day ${index + 101}.`),
  );
  await eventually(async () => assert.equal(await later.count(), 0));

  // The chat is alive again.
  await stage.say(other, question, 'The day after.');
  await page.getByText('The day after.').first().waitFor();
});

test('from the beginning of a long chat, Latest and one’s own words lead back to its end', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.member();
  const question = await stage.ask(page, { title: 'How will it all end?' });
  for (let number = 1; number <= messages; number++)
    await stage.say(number % 2 ? page : other, question, `Night ${number}.`);
  await page.goto(`/questions/${question.id}`);
  const row = (number: number) => page.getByRole('article').filter({ hasText: `Night ${number}.` });
  await row(messages).waitFor();
  const toBeginning = page.getByRole('button', { name: 'To the beginning' });
  const toStart = async () => {
    await toBeginning.press('Enter');
    await row(1).waitFor();
    await eventually(async () => assert.equal(await row(messages).count(), 0));
  };
  await toStart();
  await page.getByRole('button', { name: 'Latest' }).press('Enter');
  await row(messages).waitFor();
  await page.getByRole('status').filter({ hasText: 'The latest replies' }).waitFor();
  await eventually(async () => assert.ok(await page.evaluate(() => document.activeElement !== document.body)));
  await eventually(async () => assert.equal(await row(1).count(), 0));

  await toStart();
  await page.getByLabel('Your message').fill('And then I woke up.');
  await page.keyboard.press('Enter');
  await page.getByRole('article').filter({ hasText: 'And then I woke up.' }).waitFor();
  await row(messages).waitFor();
});
