import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { eventually, hasFocus, hasLoaded, isAccessible, type Stage, setText, test } from './suite.ts';

const sizes = [
  { name: 'at 320 px', width: 320, textPercent: 100 },
  { name: 'with doubled text', width: 390, textPercent: 200 },
  { name: 'at 320 px with doubled text', width: 320, textPercent: 200 },
] as const;
const nowhere = '0199ffff-0000-7000-8000-000000000000';

/**
 * Runs in the page. @returns what cannot be reached: controls that reach beyond the page's sides or lie under something else, also once the plus has made way for what was scrolled
 * below it
 */
const outOfReach = async (): Promise<string[]> => {
  /** Far more than it takes the plus: it only ends what would be looked at for ever. */
  const mostFrames = 300;
  const found: string[] = [];
  const tell = (control: Element, why: string) =>
    found.push(
      `${why}: ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)} (${control.tagName.toLowerCase()})`,
    );
  if (document.documentElement.scrollWidth > window.innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const control of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [role=slider]',
  )) {
    const style = getComputedStyle(control);
    if (
      control.closest('.sr-only, [inert]') ||
      control.matches('.sr-only') ||
      style.visibility === 'hidden' ||
      style.pointerEvents === 'none'
    )
      continue;
    if (!(control instanceof HTMLTextAreaElement)) control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    // Links for the keyboard alone show themselves when they have the focus.
    if (box.width < 2 || box.height < 2 || style.clipPath !== 'none') continue;
    if (box.left < -0.5 || box.right > window.innerWidth + 0.5) tell(control, 'beyond the side');
    const top = () => {
      const { left, top: above, width, height } = control.getBoundingClientRect();
      return document.elementFromPoint(
        left + width / 2,
        Math.min(window.innerHeight - 1, Math.max(0, above + height / 2)),
      );
    };
    const isFree = () => {
      const over = top();
      return (
        over !== null &&
        (control.contains(over) || over.contains(control) || over.closest('label')?.contains(control) === true)
      );
    };
    for (let frame = 0; frame < mostFrames && !isFree(); frame += 1) await new Promise(requestAnimationFrame);
    if (!isFree()) tell(control, `under ${top()?.tagName.toLowerCase()}.${top()?.className.toString().slice(0, 40)}`);
  }
  window.scrollTo(0, 0);
  return found;
};

const isWhole = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hasLoaded(page);
  // What still arrives may lie over something for a moment.
  await eventually(async () => assert.deepEqual(await page.evaluate(outOfReach), [], path));
};

/** What the pages show: a confession with replies, a question that waits, an episode's place, a report. */
const fill = async (stage: Stage) => {
  const page = await stage.ambassador();
  const { id } = page.member;
  const other = await stage.member();
  const question = await stage.ask(other, {
    title: 'Whose Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz is it, and who has read it?',
    description: 'Hidden until nine have asked for it.',
    replyBoostThreshold: 9,
  });
  await stage.say(page, question, 'Mine, all sixty-three letters of it.');
  const pending = await stage.ask(other, {
    title: 'May I ask something long of you, in one breath?',
    targetUserId: id,
  });
  await stage.call(page, 'POST', '/api/reports', {
    contentId: question.id,
    contentType: 'question',
    reason: 'Words of sixty-three letters.',
  });
  return { page, question, pending };
};

test('no page is wider than a small phone and no control lies under another, also with doubled text', async ({
  stage,
}) => {
  const { page, question, pending } = await fill(stage);
  const visitor = await stage.phone();
  for (const { width, textPercent } of sizes) {
    for (const each of [page, visitor]) {
      await each.setViewportSize({ width, height: 780 });
      await setText(each, textPercent);
    }
    for (const path of [
      '/',
      '/discover',
      '/discover?q=the',
      '/create',
      '/create?type=question',
      '/create?type=podcast',
      '/my-content',
      '/notifications',
      '/notifications?tab=reports',
      `/questions/${question.id}`,
      `/questions/${pending.id}`,
      '/profile',
      '/settings',
      '/aura-settings',
      '/xp-stats',
      '/admin',
      `/podcasts/${nowhere}`,
      '/nowhere',
    ])
      await isWhole(page, path);
    for (const path of [
      '/',
      '/login',
      '/register',
      '/create',
      '/settings',
      '/reset/not-a-link',
      `/questions/${question.id}`,
      `/questions/${nowhere}`,
      `/@${encodeURIComponent(page.member.username)}`,
    ])
      await isWhole(visitor, path);
  }
});

test('a dialog leaves the page behind it where it was', async ({ stage }) => {
  const page = await stage.member();
  const asker = await stage.member();
  for (let number = 1; number <= 4; number++)
    await stage.ask(asker, { title: `${asker.member.username} wonders, ${number}` });
  await page.goto('/');
  await page.getByRole('article').nth(1).getByRole('button', { name: 'More options' }).click();
  // Whoever drives the browser may scroll before it clicks: what counts is where the page is at the click.
  const atClick = page.evaluate(
    () => new Promise<number>((tell) => addEventListener('click', () => tell(scrollY), { capture: true, once: true })),
  );
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), await atClick);
});

test('the first words of the landing page stay where they are when style sheet and app come after them', async ({
  stage,
}) => {
  const page = await stage.phone();
  const held = { css: Promise.withResolvers<void>(), js: Promise.withResolvers<void>() };
  for (const kind of ['css', 'js'] as const)
    await page.route(`**/assets/*.${kind}`, async (route) => {
      await held[kind].promise;
      await route.continue();
    });
  await page.goto('/', { waitUntil: 'commit' });
  const words = async () => {
    const heading = page.getByRole('heading', { level: 1 });
    const size = await heading.evaluate((element) => getComputedStyle(element).fontSize);
    return { size, heading: await heading.boundingBox(), lead: (await page.locator('h1 + p').boundingBox())?.y };
  };
  const first = await words();
  held.css.resolve();
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith('.css')));
  assert.deepEqual(await words(), first, 'with the style sheet alone');
  held.js.resolve();
  await page.getByRole('article').waitFor();
  assert.deepEqual(await words(), first, 'with the app');
});

test('while somebody types on a phone the bottom navigation is away, and sending keeps the keyboard', async ({
  stage,
}) => {
  const page = await stage.member({ hasTouch: true, isMobile: true });
  const question = await stage.ask(page, { title: 'Where do your thumbs go?' });
  await page.goto(`/questions/${question.id}`);
  assert.match(
    (await page.locator('meta[name=viewport]').getAttribute('content')) ?? '',
    /interactive-widget=resizes-content/,
  );
  const places = page.getByRole('navigation', { name: 'Main' });
  await places.waitFor();
  const composer = page.getByLabel('Your message');
  await composer.tap();
  await places.waitFor({ state: 'hidden' });
  const bottom = async () => {
    const box = await page.locator('.chat-dock').boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await eventually(async () => assert.equal(await bottom(), 844, 'the composer takes its place'));
  await composer.fill('To the middle.');
  await page.getByRole('button', { name: 'Send' }).tap();
  await page.getByRole('article', { name: 'Reply of yours' }).waitFor();
  assert.ok(await hasFocus(composer));
  await composer.blur();
  await places.waitFor();
  await eventually(async () => assert.equal(await bottom(), 844 - 64));
  // A button that the navigation lies over a moment later is still pressed by the finger that has left the field for it.
  await page.goto('/create?type=question');
  await page.getByLabel('Title').tap();
  await places.waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: 'Ask', exact: true }).tap();
  await page.getByText('Please enter a question title.').waitFor();
});

test('what looks for faults of access sees targets that are too small and too close to each other', async ({
  stage,
}) => {
  const page = await stage.phone();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await isAccessible(page);
  await page.evaluate(() => {
    const row = document.createElement('p');
    for (const name of ['One', 'Two', 'Three']) {
      const small = document.createElement('button');
      small.ariaLabel = name;
      small.style.cssText = 'display: inline-block; width: 12px; height: 12px; background: #fff';
      row.append(small);
    }
    document.querySelector('main')?.append(row);
  });
  await assert.rejects(isAccessible(page), /target-size: <button aria-label="One"/);
});
