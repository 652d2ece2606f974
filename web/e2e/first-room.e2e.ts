import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { test } from './suite.ts';

const boxOf = async (page: Page, place: string) => {
  const box = await page.locator(place).first().boundingBox();
  assert.ok(box, `${place} is drawn`);
  return box;
};

test('chips stay in one line at 320 px, and a toast lies above the bars', async ({ stage }) => {
  const page = await stage.member({ viewport: { width: 320, height: 640 } });
  for (const path of ['/', '/discover']) {
    await page.goto(path);
    const chips = page.locator('main fieldset:has([name=sort]) label');
    await chips.first().waitFor();
    const tops = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().top));
    assert.equal(tops.length, 3);
    assert.equal(new Set(tops).size, 1, `one line on ${path}`);
  }
  const question = await stage.ask(page, { title: 'Which bar is the lowest?' });
  for (const [path, bar] of [
    [`/content/${question.id}`, '.chat-dock > :last-child'],
    ['/', '.bottom-nav'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Share' }).first().click();
    const [toast, below] = [await boxOf(page, '.toast'), await boxOf(page, bar)];
    assert.ok(toast.y > 320, 'it lies in the lower half');
    assert.ok(toast.y + toast.height <= below.y, `it lies above ${bar}`);
    await expect(page.locator('.toast')).toHaveCount(0);
  }
});

test('a bar keeps the question in sight while its card is above the screen', async ({ stage }) => {
  const page = await stage.member();
  const title = 'What do you hum when nobody listens?';
  const question = await stage.ask(await stage.other(), { title, description: 'A march.', replyBoostThreshold: 3 });
  const talker = await stage.other();
  for (let number = 1; number <= 24; number++) await stage.say(talker, question, `Tune ${number}.`);
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Latest' }).waitFor();
  const bar = page.getByRole('region', { name: 'The question' });
  assert.equal(await page.evaluate(() => window.scrollY), 0, 'a first visit starts at the question');
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: 'Latest' }).click();
  await bar.waitFor();
  const padding = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
  const withBar = await padding();
  assert.equal((await boxOf(page, '.question-bar')).height, 52);
  await expect(bar.getByText('3 more boosts')).toBeHidden();
  const boost = bar.getByRole('button', { name: `Boost: ${title}` });
  await boost.click();
  await expect(boost).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(boost).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await bar.getByRole('button', { name: `Up to the question: ${title}` }).click();
  await expect(bar).toHaveCount(0);
  assert.equal(withBar - (await padding()), 52);
  await expect(page.getByRole('article').getByRole('button', { name: 'Boost', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.goto('/');
  await page.goto(`/questions/${question.id}`);
  await bar.waitFor();
});
