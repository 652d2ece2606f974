import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { resizeText, test, uniqueName, waitForLateCode, waitForToast } from './suite.ts';

/** Maximum number of bytes of document, style and script of an embedded question together. */
const maxBytes = 30_000;

/** Serves one page on a site other than the app's. Browsers keep the cookies of the two sites apart. */
const otherSite = async (html: string) => {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Elsewhere</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
};

/** Counts the bytes that the page loads from `origin`. Ignores `elsewhere`, and fails for every other host. */
const loadedFrom = (page: Page, origin: string, elsewhere: string) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(elsewhere)) return;
    assert.ok(response.url().startsWith(`${origin}/`), response.url());
    bodies.push(response.body());
  });
  return async () => (await Promise.all(bodies)).reduce((sum, { length }) => sum + length, 0);
};

test('an embedded question shows boosts, its reveal and its removal live', async ({ stage }) => {
  const [author, fan, other] = [await stage.newUser(), await stage.otherUser(), await stage.otherUser()];
  const words = { title: `Who ate the <last> pie, ${uniqueName()}?`, description: 'It was me.' };
  const question = await stage.ask(author, { ...words, replyBoostThreshold: 2 });
  const member = await stage.memberPage();
  await member.goto(`/questions/${question.id}`);
  await waitForLateCode(member);
  await member.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await member.getByRole('menuitem', { name: 'Share the card' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Copy embed code' }).click();
  await waitForToast(member, 'Embed code copied');
  const site = await otherSite(await member.evaluate(() => navigator.clipboard.readText()));

  const visitor = await stage.visitorPage();
  const loadedBytes = loadedFrom(visitor, stage.base, site.url);
  await visitor.goto(site.url);
  const frame = visitor.frameLocator('iframe');
  await frame.getByRole('link', { name: words.title }).waitFor();
  await frame.getByText('2 more boosts').waitFor();
  const bytes = await loadedBytes();
  assert.ok(bytes > 1000 && bytes <= maxBytes, `${bytes} bytes`);
  await stage.boost(fan, question);
  await frame.getByText('1 more boost', { exact: true }).waitFor();
  assert.equal(await frame.getByRole('progressbar').getAttribute('aria-valuenow'), '1');
  assert.equal(await frame.getByText(words.description).count(), 0);
  await stage.boost(other, question);
  await frame.getByText(words.description).waitFor();
  await frame.getByText('Heard at 2 boosts').waitFor();
  await stage.call(author, 'DELETE', `/api/questions/${question.id}`);
  await frame.getByRole('heading', { name: 'This question is not here' }).waitFor();
  assert.deepEqual(await visitor.context().cookies(stage.base), []);
  site.close();
});

test('an embedded question follows the colour scheme and text size of its reader', async ({ stage }) => {
  const author = await stage.otherUser();
  const question = await stage.ask(author, {
    title: `What do you whisper to plants, ${uniqueName()}?`,
    description: 'Grow.',
    replyBoostThreshold: 30,
  });
  const page = await stage.visitorPage();
  const inks = new Set<string>();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/embed/questions/${question.id}`);
    inks.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    await expectAccessible(page);
  }
  assert.deepEqual([...inks], ['rgb(26, 25, 32)', 'rgb(255, 253, 249)']);
  await page.setViewportSize({ width: 320, height: 320 });
  for (const percent of [100, 200]) {
    await resizeText(page, percent);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `at ${percent} %`);
  }
});
