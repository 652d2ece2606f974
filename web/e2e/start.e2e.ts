import assert from 'node:assert/strict';
import type { Page, Route } from '@playwright/test';
import { test as base, eventually } from './suite.ts';

/** A page whose errors do not fail the test. Errors on the pages of a stage do. */
const test = base.extend<{ failing: Page }>({
  failing: async ({ browser }, use) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await use(await context.newPage());
    await context.close();
  },
});

const SENTENCE = 'This takes long. Hearsay needs Safari 16.4, Chrome 111 or Firefox 128.';
const ENTRY = '**/assets/index-*.js';
const script = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body });

const countDocuments = (page: Page): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++;
  });
  return () => count;
};

const faults: readonly [name: string, fault: (page: Page) => Promise<unknown>][] = [
  ['whose code this browser cannot parse', (page) => page.route(ENTRY, script('let of = of => @'))],
  ['that fails at its start', (page) => page.route(ENTRY, script('throw new Error("never")'))],
  ['that draws nothing', (page) => page.route(ENTRY, script('document.getElementById("root").replaceChildren()'))],
  ['whose files are cut off', (page) => page.route('**/assets/**', (route) => route.abort())],
];

for (const [name, fault] of faults) {
  test(`the document offers a retry after 15 seconds with an app ${name}`, async ({ failing: page }) => {
    await page.clock.install();
    await fault(page);
    await page.goto('/', { waitUntil: 'commit' });
    const sentence = page.getByText(SENTENCE);
    await sentence.waitFor({ state: 'attached' });
    await page.clock.fastForward('00:05');
    assert.ok(await sentence.isHidden());
    await page.clock.fastForward('00:11');
    await sentence.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    assert.ok(await sentence.isHidden());
  });
}

test('an app that starts late replaces the document’s retry message without a reload', async ({ stage }) => {
  const page = await stage.visitorPage();
  await page.clock.install();
  let go = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    go = resolve;
  });
  const documents = countDocuments(page);
  await page.route(ENTRY, async (route) => {
    await comes;
    await route.fallback();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const sentence = page.getByText(SENTENCE);
  await sentence.waitFor({ state: 'attached' });
  await page.clock.fastForward('00:16');
  await sentence.waitFor();
  go();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await sentence.waitFor({ state: 'hidden' });
  await page.clock.fastForward('01:00');
  assert.deepEqual([await sentence.isHidden(), documents()], [true, 1]);
});

test('the document asks for JavaScript when scripts are off', async ({ stage }) => {
  const page = await stage.visitorPage({ javaScriptEnabled: false });
  await page.goto('/discover');
  // Uses a CSS selector, because text locators skip `noscript`.
  const words = page.locator('noscript p');
  await words.waitFor();
  assert.equal(await words.textContent(), 'Hearsay needs JavaScript. Please turn it on and load this page again.');
  assert.ok(await page.getByText(SENTENCE).isHidden());
  assert.ok(await page.locator('.start-bars').isHidden());
});

test('the app requests code of later screens only after the list of the feed', async ({ stage }) => {
  const page = await stage.memberPage();
  // The app waits at most 4 s for a hanging list. Removes this timeout, so that only the list ends the wait.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (act: () => void, ms?: number) => (ms === 4_000 ? 0 : setTimeout(act, ms)),
    });
  });
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/feed?*', async (route) => {
    await isAnswered;
    await route.fallback();
  });
  let asked = 0;
  page.on('request', (request) => {
    if (/assets\/(after-first-screen|lasting-bars|signed-out-banner|socket)-/.test(request.url())) asked++;
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
  assert.equal(asked, 0);
  answer();
  await eventually(async () => assert.equal(asked, 4));
});
