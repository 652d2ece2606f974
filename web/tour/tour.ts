import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../e2e/browser.ts';
import { phone, type Scene, Tour } from './scene.ts';
import { creatingScenes } from './scenes/creating.ts';
import { listeningScenes } from './scenes/listening.ts';
import { listScenes } from './scenes/lists.ts';
import { ownScenes } from './scenes/own.ts';
import { peopleScenes } from './scenes/people.ts';
import { questionScenes } from './scenes/questions.ts';
import { visitorScenes } from './scenes/visitors.ts';
import { waitingScenes } from './scenes/waiting.ts';

const scenes: readonly Scene[] = [
  ...visitorScenes,
  ...listScenes,
  ...questionScenes,
  ...creatingScenes,
  ...listeningScenes,
  ...peopleScenes,
  ...ownScenes,
  ...waitingScenes,
];

interface Shot {
  readonly name: string;
  readonly width: number;
  readonly theme: 'dark' | 'light';
  /** Of the text, against what the browser's settings say. */
  readonly textPercent: number;
}

const shots: readonly Shot[] = [
  { name: 'dark', width: phone.width, theme: 'dark', textPercent: 100 },
  { name: 'light', width: phone.width, theme: 'light', textPercent: 100 },
  { name: 'narrow', width: 320, theme: 'dark', textPercent: 100 },
  { name: 'large-text', width: phone.width, theme: 'light', textPercent: 200 },
];
/** Longer pages are cut: nobody looks at more of them in one picture. */
const maxHeight = 3_600;
/** What stands in the middle of a page grows with it, less each time. */
const maxMeasures = 8;
const folder = fileURLToPath(new URL('../../.local/tour/', import.meta.url));

const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

/** Fields and lists take their height a few frames late, and some grow only when there is room: the page is measured until it stays as it is. */
const showWhole = async (page: Page, width: number): Promise<void> => {
  let height: number = phone.height;
  for (let round = 0; round < maxMeasures; round++) {
    await frames(page, 10);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole <= height) return;
    height = Math.min(maxHeight, whole);
    await page.setViewportSize({ width, height });
    if (height === maxHeight) return;
  }
};

const dress = async (page: Page, { width, theme, textPercent }: Shot, isWhole: boolean): Promise<void> => {
  await page.evaluate(
    ([chosen, percent]) => {
      localStorage.setItem('theme', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
      document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
    },
    [theme, textPercent] as const,
  );
  await page.setViewportSize({ width, height: phone.height });
  if (!isWhole) return;
  await showWhole(page, width);
};

/** How long the floating button takes to make way once the page rests. */
const makingWayFrames = 30;

/** What is drawn late is waited for: cards whose code is still on its way, fonts, pictures in sight, the floating button. */
const isDrawn = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('.card[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter(({ loading }) => loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    );
  });
  await frames(page, makingWayFrames);
};

const take = async (page: Page, scene: Scene): Promise<string[]> => {
  const files: string[] = [];
  for (const shot of scene.isMoving ? shots.slice(0, 1) : shots) {
    if (!scene.isMoving) {
      await dress(page, shot, scene.isWhole === true);
      await isDrawn(page);
    }
    const file = `${scene.name}.${shot.name}.png`;
    await page.screenshot({ path: join(folder, file), animations: scene.isMoving ? 'allow' : 'disabled' });
    files.push(file);
  }
  return files;
};

/** @returns what failed, in words; null when the scene was photographed */
const visit = async (browser: Browser, scene: Scene, taken: (files: string[]) => void): Promise<string | null> => {
  const tour = new Tour(browser, baseUrl, loginsFile);
  try {
    const page = await scene.arrange(tour);
    taken(await take(page, scene));
    await tour.close();
    return null;
  } catch (error) {
    await tour.close().catch(() => undefined);
    return error instanceof Error ? error.message : String(error);
  }
};

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: npm run tour sets it`);
  return value;
};
const baseUrl = needed('BASE_URL');
const loginsFile = needed('LOGINS_FILE');

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? scenes : scenes.filter(({ name }) => wanted.some((part) => name.includes(part)));
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const options = await browserOptions();
const browser = await chromium.launch({
  ...options,
  // A microphone that hums and is allowed.
  args: [...(options.args ?? []), '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
});
const album: { name: string; files: string[] }[] = [];
const failed: string[] = [];
for (const [index, scene] of chosen.entries()) {
  const problem = await visit(browser, scene, (files) => album.push({ name: scene.name, files }));
  if (problem !== null) failed.push(scene.name);
  console.log(
    `${String(index + 1).padStart(3)}/${chosen.length} ${scene.name}${problem === null ? '' : `: ${problem}`}`,
  );
}
await browser.close();

writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Tour</title><style>body{background:#888;font:16px sans-serif}img{width:390px;vertical-align:top;margin:4px}</style>${album
    .map(
      ({ name, files }) =>
        `<h2>${name}</h2>${files.map((file) => `<img src="${file}" alt="${file}" loading="lazy">`).join('')}`,
    )
    .join('')}`,
);
console.log(`\n${album.length} screens and states in ${folder}; index.html shows them all.`);
if (failed.length > 0) {
  console.log(`Not photographed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
