import { expect, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { findsInFeed, hasAllCode, isAccessible, seesToast, test } from './suite.ts';

const options = await browserOptions();

test.use({
  launchOptions: {
    ...options,
    args: [...(options.args ?? []), '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  },
});

declare global {
  interface Window {
    isHeard?: boolean;
  }
}

const withMicrophone = { permissions: ['microphone'] };
/** Matches recordings of at least this length, because a busy machine may look late. */
const recordingFor = (seconds: 1 | 2): RegExp =>
  new RegExp(`^Stop recording · (0:0[${seconds}-9]|0:[1-5]\\d|[1-9]\\d*:\\d\\d)$`);
const record = (page: Page) => page.getByRole('button', { name: 'Record audio' });

test('what is recorded is uploaded, published and can be listened to', async ({ stage }) => {
  const page = await stage.member(withMicrophone);
  const title = `${page.member.username} beeps`;
  await page.addInitScript(() => {
    // A short sound may end before the test looks at its buttons.
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playAndTell() {
      this.addEventListener('playing', () => {
        window.isHeard = true;
      });
      return play.call(this);
    };
  });
  await page.goto('/create?type=podcast');
  await hasAllCode(page);
  await record(page).press('Enter');
  await page.getByRole('button', { name: recordingFor(2) }).waitFor();
  await isAccessible(page);
  await expect(page.getByRole('button', { name: /^Stop recording/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await seesToast(page, 'Audio recorded');
  await seesToast(page, 'File uploaded');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await seesToast(page, 'Podcast published!');
  await page.waitForURL(`${stage.base}/`);
  const player = page.getByRole('region', { name: `Player of ${title}` });
  await findsInFeed(player);
  // Browsers' recordings have no length, so the server measures it.
  await player.getByText(/^0:00 \/ (?!0:00)\d+:\d\d$/).waitFor();
  await player.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => window.isHeard === true);
});

test('whoever leaves the form while they record keeps what was recorded', async ({ stage }) => {
  const page = await stage.member(withMicrophone);
  await page.goto('/create?type=podcast');
  await record(page).click();
  await page.getByRole('button', { name: recordingFor(2) }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
  await seesToast(page, 'Audio recorded');
  await seesToast(page, 'File uploaded');
  await page.getByRole('region', { name: 'Upload' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
});

test('another kind is asked for before it takes away what is recorded', async ({ stage }) => {
  const page = await stage.member(withMicrophone);
  await page.goto('/create?type=podcast');
  await record(page).click();
  await page.getByRole('button', { name: recordingFor(1) }).waitFor();
  const film = page.getByText('Video', { exact: true });
  await film.click();
  const dialog = page.getByRole('dialog', { name: 'Discard the audio that you have recorded or uploaded?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Stop recording/ }).click();
  await seesToast(page, 'Audio recorded');
  await seesToast(page, 'File uploaded');
  await film.click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Upload video' }).waitFor();
});

test('a recording that breaks off says so, and can be begun again', async ({ stage }) => {
  const page = await stage.member(withMicrophone);
  await page.addInitScript(() => {
    const Real = window.MediaRecorder;
    let isBroken = true;
    window.MediaRecorder = class extends Real {
      override start(slice?: number): void {
        super.start(slice);
        if (isBroken) queueMicrotask(() => this.dispatchEvent(new Event('error')));
        isBroken = false;
      }
    };
  });
  await page.goto('/create?type=podcast');
  await record(page).click();
  await seesToast(page, 'Recording failed', 'Please try again.');
  await record(page).click();
  await page.getByRole('button', { name: recordingFor(1) }).waitFor();
  await page.getByRole('button', { name: /^Stop recording/ }).click();
  await seesToast(page, 'Audio recorded');
});

test('a browser that makes no format that is taken says so', async ({ stage }) => {
  const page = await stage.member(withMicrophone);
  await page.addInitScript(() => {
    window.MediaRecorder.isTypeSupported = () => false;
  });
  await page.goto('/create?type=podcast');
  await record(page).click();
  await seesToast(page, 'Recording Error', 'This browser could not begin to record.');
  await record(page).waitFor();
});
