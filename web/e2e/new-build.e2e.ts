import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { type Front, NEXT, openFront } from './release.ts';
import { test as base, eventually, seesToast } from './suite.ts';

const test = base.extend<{ front: Front }>({
  front: async ({ stage }, use) => {
    const front = await openFront(stage.base);
    await use(front);
    await front.close();
  },
});

declare global {
  interface Window {
    isStill?: boolean;
    hasNewWorker?: boolean;
  }
}

const installed: BrowserContextOptions = { serviceWorkers: 'allow', permissions: ['microphone'] };

const open = async (page: Page, front: Front, path: string): Promise<void> => {
  await page.clock.install();
  await page.goto(front.url + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => {
    window.isStill = true;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      window.hasNewWorker = true;
    });
  });
};

/** Releases another build. Half an hour later, the page checks for it and gets the newer worker. */
const release = async (page: Page, front: Front): Promise<void> => {
  front.release();
  await eventually(async () => {
    // A page that was still loading code checks after another half hour.
    if (!front.wasAsked()) await page.clock.fastForward('31:00');
    assert.ok(await page.evaluate(() => window.hasNewWorker === true), 'the newer worker has taken over');
  });
};

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
const isAt = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
const isStill = (page: Page): Promise<boolean> => page.evaluate(() => window.isStill === true);
const hasNewBuild = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (next) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes(`/${next}`),
    NEXT,
  );

test('whoever listens goes on listening, through pages of the build before, and has the newer one after that', async ({
  stage,
  front,
}) => {
  const page = await stage.member(installed);
  const podcast = await stage.publish(page, `${page.member.username} speaks on`, 600);
  await open(page, front, `/podcasts/${podcast.id}`);
  await page
    .getByRole('region', { name: `Player of ${podcast.title}` })
    .getByRole('button', { name: 'Play' })
    .click();
  await release(page, front);
  await goTo(page, 'My Content');
  await isAt(page, 'My Content');
  const bar = page.getByRole('region', { name: 'Playing' });
  await bar.getByRole('button', { name: 'Pause' }).waitFor();
  await goTo(page, 'Create');
  await isAt(page, 'Create');
  assert.ok(await isStill(page), 'the page is the one that plays');
  await bar.getByRole('button', { name: 'Stop listening' }).click();
  await bar.waitFor({ state: 'detached' });
  await goTo(page, 'Discover');
  await hasNewBuild(page);
  await isAt(page, 'Discover');
});

test('what is being recorded is kept from a newer build, and found by it', async ({ stage, front }) => {
  const page = await stage.member(installed);
  await open(page, front, '/create?type=podcast');
  await page.getByRole('button', { name: 'Record audio' }).click();
  await page.getByRole('button', { name: /^Stop recording/ }).waitFor();
  await release(page, front);
  await goTo(page, 'Discover');
  await seesToast(page, 'Audio recorded');
  await seesToast(page, 'File uploaded');
  assert.ok(await isStill(page), 'the page is the one that has recorded');
  await goTo(page, 'Create');
  await hasNewBuild(page);
  await page.goto(`${front.url}/create?type=podcast`);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
});
