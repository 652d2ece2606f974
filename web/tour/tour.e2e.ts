import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test } from '../e2e/suite.ts';
import type { Scenes } from './scene.ts';
import { creatingScenes } from './scenes/creating.ts';
import { ownScenes, peopleScenes } from './scenes/members.ts';
import { listScenes, visitorScenes, waitingScenes } from './scenes/public.ts';
import { questionScenes } from './scenes/questions.ts';

const scenes: Scenes = {
  ...{ ...visitorScenes, ...listScenes, ...waitingScenes, ...questionScenes },
  ...{ ...creatingScenes, ...peopleScenes, ...ownScenes },
};

/** `textPercent` is the text size relative to the browser's setting. */
const looks = [
  { name: 'dark', width: 390, theme: 'dark', textPercent: 100 },
  { name: 'light', width: 390, theme: 'light', textPercent: 100 },
  { name: 'narrow', width: 320, theme: 'dark', textPercent: 100 },
  { name: 'large-text', width: 390, theme: 'light', textPercent: 200 },
] as const;
const phoneHeight = 844;
const maxHeight = 3_600;
/** Maximum number of measurements. Centred parts grow with the page, but less each time. */
const maxMeasures = 8;
/** Frames that the floating button needs to move away once the page rests. */
const restFrames = 30;
const folder = fileURLToPath(new URL('../../.local/tour/', import.meta.url));

const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

/** Measures until the height is stable, because some parts load late or grow with the page. */
const showWhole = async (page: Page, width: number): Promise<void> => {
  let height = phoneHeight;
  for (let round = 0; round < maxMeasures; round++) {
    await frames(page, 10);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole <= height) return;
    height = Math.min(maxHeight, whole);
    await page.setViewportSize({ width, height });
  }
};

const applyLook = async (page: Page, { width, theme, textPercent }: (typeof looks)[number], isWhole: boolean) => {
  await page.evaluate(
    ([chosen, percent]) => {
      localStorage.setItem('theme', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
      document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
    },
    [theme, textPercent] as const,
  );
  // The pages that other sites frame follow the reader's preference.
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: phoneHeight });
  if (isWhole) await showWhole(page, width);
  await page.waitForFunction(() => document.querySelector('.card[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
  });
  await frames(page, restFrames);
};

for (const [name, { arrange, isWhole = false, isMoving = false }] of Object.entries(scenes)) {
  test(name, async ({ stage }, info) => {
    const page = await arrange(stage);
    for (const look of isMoving ? looks.slice(0, 1) : looks) {
      if (!isMoving) await applyLook(page, look, isWhole);
      const path = join(folder, `${name}.${look.name}.png`);
      await page.screenshot({ path, animations: isMoving ? 'allow' : 'disabled' });
      await info.attach(look.name, { path });
    }
  });
}
