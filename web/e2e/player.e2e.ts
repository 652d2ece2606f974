import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { eventually, findInFeed, test, waitForLateCode, waitUntilLoaded } from './suite.ts';

/**
 * Runs in the page. Records two seconds of a canvas as a video, because each browser can play the videos that it
 * records.
 */
const recordVideo = async (): Promise<string> => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 180];
  const paint = () => {
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = `hsl(${(performance.now() / 10) % 360} 80% 50%)`;
    context?.fillRect(0, 0, canvas.width, canvas.height);
  };
  const timer = setInterval(paint, 40);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  recorder.stop();
  await ended;
  clearInterval(timer);
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }));
  await read;
  return String(reader.result);
};

const barOf = (page: Page) => page.getByRole('region', { name: 'Playing' });

/** Expects the mini player above the navigation, and below the composer and the floating button. */
const coversNothing = (page: Page) =>
  eventually(async () => {
    const boxOf = (selector: string) => page.locator(selector).boundingBox();
    const bar = await barOf(page).boundingBox();
    const places = await boxOf('.bottom-nav');
    assert.ok(bar && places && bar.y + bar.height <= places.y + 1, 'above the bottom bar');
    const above = ['.chat-dock', '.quick-create > button'];
    for (const selector of above) {
      const box = (await page.locator(selector).count()) > 0 ? await boxOf(selector) : null;
      assert.ok(!box || box.y + box.height <= bar.y + 1, `${selector} ends at ${box?.y} + ${box?.height}, ${bar.y}`);
    }
    const size = page.viewportSize();
    assert.ok(bar.x >= 0 && bar.x + bar.width <= (size?.width ?? 0), 'within the screen');
  });

/** Expects that the mini player does not cover a focused control of the page (WCAG 2.4.11). */
const showsFocus = (page: Page) =>
  eventually(async () => {
    await page.getByRole('main').getByRole('button').last().focus();
    const isInSight = await page.evaluate(() => {
      const focused = document.activeElement?.getBoundingClientRect();
      const bar = document.querySelector('.player-bar')?.getBoundingClientRect();
      return focused && bar && focused.top < bar.top;
    });
    assert.ok(isInSight);
  });

test('an episode plays on during browsing, and a later visit resumes its position', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await stage.ask(page, { title: `Who hums along with ${page.member.username}?` });
  const podcast = await stage.publishEpisode(page, `${page.member.username} goes on and on and on`, 300);
  await page.goto(`/podcasts/${podcast.id}`);
  await waitForLateCode(page);
  const player = page.getByRole('region', { name: `Player of ${podcast.title}` });
  await player.getByRole('button', { name: 'Play' }).click();
  await player.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await expect(barOf(page)).toBeHidden();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
  const bar = barOf(page);
  await expect(bar.getByRole('combobox', { name: 'Speed' })).toHaveValue('2');
  await bar.getByRole('button', { name: 'Pause' }).waitFor();
  const position = bar.getByRole('slider', { name: 'Position' });
  const seconds = async () => Number(await position.inputValue());
  const begun = await seconds();
  assert.ok(begun >= 15, `it skipped 15 seconds: ${begun}`);
  await eventually(async () => assert.ok((await seconds()) > begun + 1, 'it goes on'));
  await waitUntilLoaded(page);
  await coversNothing(page);
  await position.press('PageUp');
  await position.press('Space');
  await bar.getByRole('button', { name: 'Play' }).waitFor();
  assert.ok((await seconds()) >= begun + 30);
  await expectAccessibleInThemes(page);

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await coversNothing(page);
    await bar.getByRole('link', { name: podcast.title }).click();
    await page.waitForURL(`**/podcasts/${podcast.id}`);
    await expect(player.getByRole('combobox', { name: 'Speed' })).toHaveValue('2');
    await page.goBack();
    await bar.waitFor();
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/questions/${question.id}`);
    await page.locator('.chat-dock').waitFor();
    await coversNothing(page);
    await showsFocus(page);
    await page.goBack();
    await page.waitForURL('**/discover');
  }
  const left = await seconds();
  await bar.getByRole('button', { name: 'Stop listening' }).click();
  await bar.waitFor({ state: 'detached' });

  await page.goto(`/podcasts/${podcast.id}`);
  await eventually(async () => {
    const at = Number(await page.getByRole('slider', { name: 'Position' }).inputValue());
    assert.ok(Math.abs(at - left) <= 5, `continues at ${at}, was left at ${left}`);
  });
  await player.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('link', { name: 'Feed', exact: true }).first().click();
  await findInFeed(player);
  await player.scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await bar.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.click();
  // The bar may also leave because the page scrolls to a card of the episode.
  await logOut.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('heard-up-to')), null, 'no trace of it stays');
});

test('a video moves into the mini player without a pause', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/profile');
  const mediaUrl = await page.evaluate(recordVideo);
  const title = `${page.member.username} in colour`;
  const podcast = await stage.call<{ id: string }>(page, 'POST', '/api/podcasts', {
    ...{ title, description: 'Colours.', mediaType: 'video', mediaUrl },
  });
  await page.goto(`/podcasts/${podcast.id}`);
  await waitForLateCode(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.loop = true;
    video.addEventListener('pause', () => Object.assign(window, { hasPaused: true }));
    return video.play();
  });
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await barOf(page).getByRole('button', { name: 'Pause' }).waitFor();
  const video = barOf(page).locator('video');
  const at = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  const before = await at();
  await eventually(async () => assert.notEqual(await at(), before, 'it goes on'));
  await barOf(page).getByRole('link', { name: title }).click();
  await page.getByRole('main').locator('video[controls]').waitFor();
  assert.equal(await page.evaluate(() => 'hasPaused' in window), false);
});
