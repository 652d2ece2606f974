import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { nextBuildPrefix, type ReleaseProxy, startReleaseProxy } from './release.ts';
import { test as base, eventually, waitForToast } from './suite.ts';

const test = base.extend<{ releaseProxy: ReleaseProxy }>({
  releaseProxy: async ({ stage }, use) => {
    const releaseProxy = await startReleaseProxy(stage.base);
    await use(releaseProxy);
    await releaseProxy.close();
  },
});

declare global {
  interface Window {
    isStill?: boolean;
    hasNewWorker?: boolean;
  }
}

const installed: BrowserContextOptions = { serviceWorkers: 'allow', permissions: ['microphone'] };

const open = async (page: Page, releaseProxy: ReleaseProxy, path: string): Promise<void> => {
  await page.clock.install();
  await page.goto(releaseProxy.url + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => {
    window.isStill = true;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      window.hasNewWorker = true;
    });
  });
};

/** Releases another build. Half an hour later, the page checks for it and gets the newer worker. */
const release = async (page: Page, releaseProxy: ReleaseProxy): Promise<void> => {
  releaseProxy.release();
  await eventually(async () => {
    // A page that was still loading code skips a check. Its next check is half an hour later.
    if (!releaseProxy.wasWorkerRequested()) await page.clock.fastForward('31:00');
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
    nextBuildPrefix,
  );

test('an open page switches to a new build only after its episode was stopped', async ({ stage, releaseProxy }) => {
  const page = await stage.memberPage(installed);
  const podcast = await stage.publishEpisode(page, `${page.member.username} speaks on`, 600);
  await open(page, releaseProxy, `/podcasts/${podcast.id}`);
  await page
    .getByRole('region', { name: `Player of ${podcast.title}` })
    .getByRole('button', { name: 'Play' })
    .click();
  await release(page, releaseProxy);
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

test('a page with a running recording switches to a new build after the upload', async ({ stage, releaseProxy }) => {
  const page = await stage.memberPage(installed);
  await open(page, releaseProxy, '/create?type=podcast');
  await page.getByRole('button', { name: 'Record audio' }).click();
  await page.getByRole('button', { name: /^Stop recording/ }).waitFor();
  await release(page, releaseProxy);
  await goTo(page, 'Discover');
  await waitForToast(page, 'Audio recorded');
  await waitForToast(page, 'File uploaded');
  assert.ok(await isStill(page), 'the page is the one that has recorded');
  await goTo(page, 'Create');
  await hasNewBuild(page);
  await page.goto(`${releaseProxy.url}/create?type=podcast`);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
});
