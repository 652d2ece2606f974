import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { findInFeed, type MemberPage, type Stage, test, waitUntilLoaded } from './suite.ts';

declare global {
  interface Window {
    /** Sum of layout shifts since the last call of `jumpedBy`, without shifts within half a second after a tap. */
    jumped?: number;
    tappedAt?: number;
  }
}

const noteJumps = (): void => {
  addEventListener('pointerdown', () => Object.assign(window, { tappedAt: performance.now() }), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.jumped = (window.jumped ?? 0) + entry.value;
  }).observe({ type: 'layout-shift' });
};

/** A page whose acts are delayed until the browser no longer attributes layout shifts to the tap. */
const slowlyAnswered = async (stage: Stage): Promise<MemberPage> => {
  const page = await stage.memberPage();
  await page.addInitScript(noteJumps);
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET')
      await page.waitForFunction(() => performance.now() - (window.tappedAt ?? 0) > 600);
    await route.continue();
  });
  return page;
};

/** Waits for animations and the browser's report of their shifts. @returns the score since the last call */
const jumpedBy = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const ends = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.allSettled(ends.map(({ finished }) => finished));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const { jumped = 0 } = window;
    window.jumped = 0;
    return jumped;
  });

/** Taps `lastTap`, which removes the item `leaving`. The list must close the gap without a layout shift. */
const closesItsGap = async (
  page: Page,
  leaving: Locator,
  lastTap: Locator,
  before: () => Promise<unknown> = async () => {},
): Promise<void> => {
  await leaving.waitFor();
  await waitUntilLoaded(page);
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await before();
  // Resets the sum, because earlier shifts, such as those of an opened form, do not count.
  await lastTap.waitFor();
  await jumpedBy(page);
  await lastTap.click();
  await leaving.waitFor({ state: 'detached' });
  assert.equal(await jumpedBy(page), 0, leaving.toString());
};

const closesItsGapWhenDeleted = (page: Page, card: Locator, item = 'Delete'): Promise<void> =>
  closesItsGap(page, card, page.getByRole('dialog').getByRole('button', { name: 'Delete' }), async () => {
    await card.getByRole('button', { name: 'More options' }).click();
    // Waits until the menu rests, because Playwright would scroll the page to reach a moving entry.
    const arrived = (menu: Element) => Promise.all(menu.getAnimations().map(({ finished }) => finished));
    await page.getByRole('menu').evaluate(arrived);
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  });

test('cards below a decided question slide up without a layout shift', async ({ stage }) => {
  const page = await slowlyAnswered(stage);
  const asker = await stage.otherUser();
  for (let number = 1; number <= 5; number++)
    await stage.ask(asker, {
      title: `May I ask you number ${number}?`,
      targetUserId: page.member.id,
      isAnonymous: true,
    });
  await page.goto('/profile?tab=pending');
  const asked = (number: number) =>
    page
      .getByRole('tabpanel')
      .getByRole('article')
      .filter({ hasText: `number ${number}?` });
  for (const number of [5, 3])
    await closesItsGap(page, asked(number), asked(number).getByRole('button', { name: 'Ignore' }));
  await closesItsGap(page, asked(4), page.getByRole('button', { name: 'Approve and reply' }), async () => {
    await asked(4).getByRole('button', { name: 'Approve' }).click();
    await page.getByLabel('Your reply').fill('Because.');
  });
});

test('rows below a deleted card or an ended session slide up without a layout shift', async ({ stage }) => {
  const page = await slowlyAnswered(stage);
  const mark = page.member.username;
  for (let number = 1; number <= 3; number++) {
    const question = await stage.ask(page, {
      title: `${mark} asks ${number}`,
      description: 'In a few words. '.repeat(number * 3),
    });
    await stage.repost(page, question, `Repost ${number}.`);
  }
  await stage.waitForFeedItem(
    page,
    (item) => item.kind === 'question' && item.title === `${mark} asks 3` && item.repostData !== null,
  );
  await page.goto('/');
  const repost = page.getByRole('article').filter({ hasText: 'Repost 3.' });
  await findInFeed(repost);
  await closesItsGapWhenDeleted(page, repost, 'Delete repost');
  await page.goto('/profile');
  const newest = page
    .getByRole('region', { name: 'Recent Post' })
    .getByRole('article')
    .filter({ hasText: `${mark} asks 3` });
  await closesItsGapWhenDeleted(page, newest);
  const elsewhere = await stage.visitorPage();
  await stage.signIn(elsewhere, mark);
  await page.goto('/settings');
  const other = page
    .getByRole('list')
    .filter({ hasText: 'this one' })
    .getByRole('listitem')
    .filter({ hasNotText: 'this one' });
  await closesItsGap(page, other, other.getByRole('button'));
});
