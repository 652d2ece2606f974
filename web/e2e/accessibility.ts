import assert from 'node:assert/strict';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const waitForAnimations = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
};

/** Runs axe with the target-size rule of WCAG 2.2 AA. Legacy mode ignores frames and takes a third of the time. */
const violationsOf = async (page: Page): Promise<string[]> => {
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};

/** Ignores violations that a second run does not find, because arriving rows have weak contrast for a moment. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (let before = await violationsOf(page); before.length > 0; ) {
    const now = await violationsOf(page);
    const stayed = now.filter((violation) => before.includes(violation));
    assert.deepEqual(stayed, [], [`axe at ${page.url()}`, ...stayed].join('\n'));
    before = now;
  }
};

export const expectAccessibleInThemes = async (page: Page): Promise<void> => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((newValue) => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })), theme);
    await expectAccessible(page);
  }
};
