import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually, test } from './suite.ts';

test('an opening dialog does not scroll the page behind it', async ({ stage }) => {
  const page = await stage.memberPage();
  const asker = await stage.otherUser();
  for (let number = 1; number <= 4; number++)
    await stage.ask(asker, { title: `${asker.member.username} wonders, ${number}` });
  await page.goto('/');
  await page.getByRole('article').nth(1).getByRole('button', { name: 'More options' }).click();
  // Reads the position at the click, because Playwright may scroll before it clicks.
  const atClick = page.evaluate(
    () => new Promise<number>((tell) => addEventListener('click', () => tell(scrollY), { capture: true, once: true })),
  );
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), await atClick);
});

test('the landing heading does not move when the style sheet and the app arrive', async ({ stage }) => {
  const page = await stage.visitorPage();
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

test('typing on a phone hides the navigation, and sending keeps the keyboard open', async ({ stage }) => {
  const page = await stage.memberPage({ hasTouch: true, isMobile: true });
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
  await expect(composer).toBeFocused();
  await composer.blur();
  await places.waitFor();
  await eventually(async () => assert.equal(await bottom(), 844 - 64));
  // The tap blurs the field, so the navigation returns. The button must receive the tap before it is covered.
  await page.goto('/create?type=question');
  await page.getByLabel('Title').tap();
  await places.waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: 'Ask', exact: true }).tap();
  await page.getByText('Please enter a question title.').waitFor();
});

test('the accessibility check reports small targets that are close to each other', async ({ stage }) => {
  const page = await stage.visitorPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await expectAccessible(page);
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
  await assert.rejects(expectAccessible(page), /target-size: <button aria-label="One"/);
});

test('on a wide screen the app is a column of 430 px in the middle', async ({ stage }) => {
  const page = await stage.memberPage({ viewport: { width: 1200, height: 800 } });
  await page.goto('/');
  await eventually(async () => {
    const main = await page.getByRole('main').boundingBox();
    // This width excludes the scroll bar.
    const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
    assert.deepEqual([main?.width, main?.x], [430, (pageWidth - 430) / 2]);
    assert.ok(pageWidth > 1150);
  });
});
