import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { eventually, type MemberPage, resizeText, type Stage, test, waitUntilLoaded } from './suite.ts';

const roomOf = async (stage: Stage, page: MemberPage, title: string, messages = 30) => {
  const question = await stage.ask(page, { title });
  for (let number = 1; number <= messages; number++) await stage.postReply(page, question, `Step ${number}.`);
  return question;
};
const newest = (page: Page) => page.getByText('Step 30.', { exact: true });
const bottomOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
};

test('the last message stays above the composer, also over a keyboard or a long draft', async ({ stage }) => {
  const question = await roomOf(stage, await stage.memberPage(), 'Where does it end?');
  for (const [height, seenHeight, draft] of [
    [844, 844, ''],
    [844, 844, 'Word. '.repeat(40)],
    [844, 508, ''],
    [844, 508, 'Word. '.repeat(40)],
    [320, 320, 'Word. '.repeat(40)],
  ] as const) {
    const page = await stage.memberPage({ viewport: { width: 390, height } });
    await page.addInitScript((seen) => {
      const view = Object.assign(new EventTarget(), { height: seen, offsetTop: 0, scale: 1 });
      Object.defineProperty(window, 'visualViewport', { value: view });
    }, seenHeight);
    await page.goto(`/questions/${question.id}`);
    await page.getByLabel('Your message').fill(draft);
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [end, bar] = await Promise.all([
        newest(page).boundingBox(),
        page.locator('.chat-dock .blurred-bar').boundingBox(),
      ]);
      assert.ok(end && bar && end.y > 0 && end.y + end.height <= bar.y, JSON.stringify({ end, bar }));
      assert.ok(bar.y + bar.height <= seenHeight, JSON.stringify(bar));
    });
  }
});

/** Runs in the page. @returns pixels of height that no fixed or sticky element covers */
const freeHeight = (): number => {
  const rows = new Set(Array.from({ length: innerHeight }, (_, row) => row));
  for (const element of document.querySelectorAll('body *')) {
    const { position, visibility, pointerEvents } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    const isOver = position === 'fixed' || (position === 'sticky' && bottom - top > 0);
    const shown =
      isOver && visibility === 'visible'
        ? pointerEvents === 'none'
          ? [...element.querySelectorAll('.blurred-bar')]
          : [element]
        : [];
    for (const part of shown) {
      const box = part.getBoundingClientRect();
      for (let row = Math.floor(box.top); row < box.bottom; row += 1) rows.delete(row);
    }
  }
  return rows.size;
};

for (const [width, height] of [
  [320, 256],
  [568, 320],
] as const)
  test(`bars leave most of the height to the content at ${width} by ${height} px`, async ({ stage }) => {
    const page = await stage.memberPage({ viewport: { width, height } });
    const { id } = await roomOf(stage, page, 'How much room is there?');
    for (const [path, least] of [
      ['/', height],
      ['/create?type=question', height],
      ['/settings', height],
      ['/aura-settings', height / 2],
      [`/questions/${id}`, 128],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      await waitUntilLoaded(page);
      await page.evaluate(() => scrollTo(0, 150));
      await eventually(async () => {
        const free = await page.evaluate(freeHeight);
        assert.ok(free >= least, `${path}: ${free} of ${height} px`);
      });
    }
    const composer = page.getByLabel('Your message');
    await composer.fill('One.\nTwo.\nThree.\nFour.');
    const lines = await composer.evaluate(
      (area) => area.clientHeight / Number.parseFloat(getComputedStyle(area).lineHeight),
    );
    assert.ok(lines < 3.1, `${lines} lines with their padding`);
    await page.locator('.chat-dock').getByRole('button', { name: 'Reply to the question' }).click();
    const reply = page.getByRole('dialog').getByRole('textbox');
    await reply.scrollIntoViewIfNeeded();
    assert.ok(((await reply.boundingBox())?.height ?? 0) >= 80);
  });

test('the offline banner stays below the header on a phone with a notch', async ({ stage }) => {
  const page = await stage.memberPage();
  const insets = { top: 59, bottom: 34 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
  await page.goto('/');
  await waitUntilLoaded(page);
  await page.context().setOffline(true);
  const banner = page.getByText('You are offline', { exact: false }).first();
  await banner.waitFor();
  await page.evaluate(() => scrollTo(0, 200));
  assert.equal(await bottomOf(page, 'header.blurred-bar'), insets.top + 60);
  assert.ok(((await banner.boundingBox())?.y ?? 0) >= insets.top + 60, JSON.stringify(await banner.boundingBox()));
});

test('a wheel over the backdrop of a sheet does not scroll the page', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await roomOf(stage, page, 'Does it move?');
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Latest' }).click();
  await newest(page).waitFor();
  await page.locator('.chat-dock').getByRole('button', { name: 'Reply to the question' }).click();
  await page.getByRole('dialog').waitFor();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 300);
  await page.mouse.move(200, 40);
  await page.mouse.wheel(0, -300);
  // Waits for some frames. If the wheel scrolled the page, the page would move within them.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });
  assert.equal(await page.evaluate(() => scrollY), before);
});

test('the number at the bell grows with doubled text and is not cut', async ({ stage }) => {
  const page = await stage.memberPage({ viewport: { width: 320, height: 640 } });
  await page.route('**/api/notifications/unread-count*', (route) =>
    route.fulfill({ json: { unread: 120, reports: null } }),
  );
  const badge = page.getByText('99+');
  await page.goto('/');
  await badge.waitFor();
  const small = (await badge.boundingBox())?.height ?? 0;
  await page.goto('/discover');
  await resizeText(page, 200);
  await badge.waitFor();
  await badge.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const { height, isWhole } = await badge.evaluate((element) => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    element.style.pointerEvents = 'auto';
    const ends = [left + 6, right - 6].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
    return {
      height,
      isWhole: element.scrollWidth <= element.clientWidth && top >= 0 && ends.every((end) => end === element),
    };
  });
  assert.ok(isWhole && height > 1.8 * small, `${small} px, then ${height}`);
});

for (const { name, features, isLineStronger } of [
  { name: 'more contrast', features: [{ name: 'prefers-contrast', value: 'more' }], isLineStronger: true },
  {
    name: 'less transparency',
    features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }],
    isLineStronger: false,
  },
])
  test(`bars are opaque for users who prefer ${name}`, async ({ stage }) => {
    for (const theme of ['dark', 'light'] as const) {
      const page = await stage.memberPage({ theme });
      await page.goto('/');
      await waitUntilLoaded(page);
      const look = () =>
        page.locator('.bottom-nav').evaluate((bar) => {
          const { backgroundColor, borderTopColor, backdropFilter } = getComputedStyle(bar);
          return { isOpaque: !/\/|rgba/.test(backgroundColor) && backdropFilter === 'none', line: borderTopColor };
        });
      const before = await look();
      assert.equal(before.isOpaque, false);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setEmulatedMedia', { features });
      const after = await look();
      assert.equal(after.isOpaque, true);
      assert.equal(after.line !== before.line, isLineStronger);
    }
  });

test('an autofilled field keeps the colours of the theme', async ({ stage }) => {
  for (const theme of ['dark', 'light'] as const) {
    const page = await stage.visitorPage({ theme });
    await page.goto('/login');
    const field = page.getByLabel('Username');
    await field.waitFor();
    const plain = await field.evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element).color,
    ]);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input.field' });
    await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
    const filled = await field.evaluate((element) => {
      const { boxShadow, webkitTextFillColor } = getComputedStyle(element);
      return [/rgb\([^)]*\)/.exec(boxShadow)?.[0], webkitTextFillColor];
    });
    assert.deepEqual(filled, plain);
  }
});

test('a printed room has all its loaded messages and no bars', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await roomOf(stage, page, 'Is it all on paper?', 60);
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Latest' }).click();
  await page.getByText('Step 60.', { exact: true }).waitFor();
  const rows = page.locator('li[data-index]');
  assert.ok((await rows.count()) < 60);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await rows.count(), 60);
  const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
  assert.deepEqual(
    tops,
    [...new Set(tops)].sort((one, other) => one - other),
    'one below the other',
  );
  for (const bar of ['header.blurred-bar', '.bottom-nav', '.chat-dock'])
    assert.ok(await page.locator(bar).isHidden(), bar);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.ok((await rows.count()) < 60);
});
