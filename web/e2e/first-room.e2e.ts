import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { eventually, resizeText, test, waitForLateCode } from './suite.ts';

const boxOf = async (page: Page, place: string) => {
  const box = await page.locator(place).first().boundingBox();
  assert.ok(box, `${place} is drawn`);
  return box;
};

test('sort chips stay in one line at 320 px, and a toast lies above the bars', async ({ stage }) => {
  const page = await stage.memberPage({ viewport: { width: 320, height: 640 } });
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

test('a bar shows the question while its card is above the screen', async ({ stage }) => {
  const page = await stage.memberPage();
  const title = 'What do you hum when nobody listens?';
  const question = await stage.ask(await stage.otherUser(), { title, description: 'A march.', replyBoostThreshold: 3 });
  const talker = await stage.otherUser();
  for (let number = 1; number <= 24; number++) await stage.postReply(talker, question, `Tune ${number}.`);
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

/** Runs in the page. @returns the controls matching the selector that a toast covers, in the page or in a sheet */
const underToast = (controls: string): string[] => {
  const toast = document.querySelector('.toast')?.getBoundingClientRect();
  if (!toast) return ['there is no toast'];
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      // A sheet clips controls that are scrolled out of it.
      const top = Math.max(box.top, control.closest('dialog')?.getBoundingClientRect().top ?? box.top);
      const isDrawn = control.checkVisibility({ opacityProperty: true }) && top < box.bottom;
      const isBeside =
        box.right <= toast.left || box.left >= toast.right || box.bottom <= toast.top || top >= toast.bottom;
      return isDrawn && !isBeside && !control.closest('.toast');
    })
    .map((control) => control.ariaLabel ?? control.textContent ?? '');
};

for (const [width, height, percent] of [
  [390, 844, 100],
  [320, 568, 100],
  [320, 568, 200],
] as const)
  test(`a toast hides no bar, floating button or sheet at ${width} px with text of ${percent} %`, async ({ stage }) => {
    const page = await stage.memberPage({ viewport: { width, height } });
    const open = async (path: string) => {
      await page.goto(path);
      await waitForLateCode(page);
      await resizeText(page, percent);
    };
    const isFree = (controls: string, where: string) =>
      eventually(async () => {
        // A toast stays while the pointer is on it, so the test sees it even on a busy machine.
        await page.locator('.toast').hover();
        assert.deepEqual(await page.evaluate(underToast, controls), [], where);
      });
    const talker = await stage.otherUser();
    const question = await stage.ask(talker, { title: 'What lies under a toast?' });
    await open('/');
    await page.getByRole('button', { name: 'Share' }).first().click();
    await isFree('.quick-create button, .bottom-nav a', 'the feed');
    // On a page without cards, a toast must not cover the floating button. The pointer stays on the toast.
    await page.getByRole('link', { name: 'My Content' }).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL('**/my-content');
    await isFree('.quick-create button, .bottom-nav a', 'My Content');

    for (let number = 1; number <= 24; number++) await stage.postReply(talker, question, `Crumb ${number}.`);
    await open(`/questions/${question.id}`);
    await page.getByRole('button', { name: 'Latest' }).waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Share' }).first().click();
    await isFree('.chat-dock button, .chat-dock textarea', 'the room');

    await page.route('**/api/reports', (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('article').getByRole('button', { name: 'More options' }).first().click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const sheet = page.getByRole('dialog', { name: 'Report' });
    await sheet.getByRole('textbox').fill('Crumbs everywhere.\n'.repeat(8));
    await sheet.getByRole('button', { name: 'Report' }).click();
    await isFree('.sheet button, .sheet textarea', 'the sheet');
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(sheet).toBeVisible();
  });
