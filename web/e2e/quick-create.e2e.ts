import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { eventually, type MemberPage, resizeText, type Stage, test, waitUntilLoaded } from './suite.ts';

/** Runs in the page. @returns controls and bars that the floating button covers */
const underPlus = (): string[] => {
  const plus = [...document.querySelectorAll('button')].find((each) =>
    /^(Create Post|Ask Question)$/.test(each.ariaLabel ?? ''),
  );
  const main = document.querySelector('main');
  if (!plus || !main || main.contains(plus) || getComputedStyle(plus).pointerEvents === 'none') return [];
  const over = plus.getBoundingClientRect();
  const found: string[] = [];
  for (const control of main.querySelectorAll(
    'a[href], button, input, select, textarea, label, [role=progressbar], [data-mark]',
  )) {
    const box = control.getBoundingClientRect();
    const width = Math.min(over.right, box.right) - Math.max(over.left, box.left);
    const height = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
    if (width <= 0 || height <= 0) continue;
    // Users can still press a wide row beside the floating button.
    if (box.width < 150 || control.matches('[role=progressbar]') || width * height > (box.width * box.height) / 3)
      found.push(
        `${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30)} at ${Math.round(scrollY)}`,
      );
  }
  return found;
};

const isClear = (page: Page, where: string): Promise<void> =>
  eventually(async () => assert.deepEqual(await page.evaluate(underPlus), [], where));

const busy = async (stage: Stage): Promise<{ page: MemberPage; other: MemberPage }> => {
  const page = await stage.memberPage();
  const other = await stage.memberPage();
  await stage.publishEpisode(page, `${page.member.username} at the edge`, 5);
  for (let number = 1; number <= 5; number++) {
    const question = await stage.ask(page, {
      title: `What lies under number ${number}?`,
      description: 'x '.repeat(number * 17),
    });
    await stage.boost(other, question);
  }
  return { page, other };
};

test('the floating button covers no control on a resting page, even with doubled text', async ({ stage }) => {
  const { page, other } = await busy(stage);
  const visitor = await stage.visitorPage();
  const profile = `/@${encodeURIComponent(page.member.username)}`;
  const walks: [Page, string[]][] = [
    [page, ['/', '/discover', '/my-content', '/notifications', '/profile', '/xp-stats']],
    [other, [profile]],
    [visitor, ['/', profile]],
  ];
  for (const [each, paths] of walks)
    for (const path of paths) {
      await each.goto(path);
      await each.getByRole('heading', { level: 1 }).waitFor();
      await waitUntilLoaded(each);
      for (const textPercent of [100, 200]) {
        await resizeText(each, textPercent);
        await isClear(each, `${path} at its top`);
        // Scrolls down, then up to each place, because the floating button hides while the page scrolls down.
        for (const top of [900, 640, 505, 371, 240, 118, 0]) {
          await each.evaluate((to) => scrollTo(0, to), top);
          await isClear(each, `${path} at ${top} with text of ${textPercent} %`);
        }
      }
    }
});

test('the floating button is visible over a full inbox, beside the delete buttons', async ({ stage }) => {
  const page = await stage.memberPage();
  const other = await stage.otherUser();
  for (let number = 1; number <= 12; number++) {
    await stage.boost(other, await stage.ask(page, { title: `What is news number ${number}?` }));
  }
  await page.goto('/notifications');
  await eventually(async () =>
    assert.equal((await page.getByRole('button', { name: /^Delete notification: / }).count()) >= 12, true),
  );
  const plus = page.getByRole('button', { name: 'Create Post' });
  await eventually(async () => assert.equal(await plus.evaluate((button) => getComputedStyle(button).opacity), '1'));
  await isClear(page, 'a full inbox at its top');
  await plus.click();
  await page.waitForURL('**/create');
});

test('the floating button stays at its default place where it covers nothing', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/my-content');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitUntilLoaded(page);
  const plus = page.getByRole('button', { name: 'Create Post' });
  const bottom = async () => {
    const box = await plus.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await eventually(async () => assert.equal(await bottom(), 844 - 64 - 16));
  await plus.click();
  await page.waitForURL('**/create');
});
