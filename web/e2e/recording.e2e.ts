import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './accessibility.ts';
import { findInFeed, test, waitForLateCode, waitForToast } from './suite.ts';

declare global {
  interface Window {
    isHeard?: boolean;
  }
}

/** Name of the button after at least two seconds of recording. */
const recorded = /^Stop recording · (0:0[2-9]|0:[1-5]\d|[1-9]\d*:\d\d)$/;

test('a recording is uploaded, can be published, and plays before and after', async ({ stage }) => {
  const page = await stage.memberPage({ permissions: ['microphone'] });
  const title = `${page.member.username} beeps`;
  await page.addInitScript(() => {
    // Records that the sound has played, because it may end before the test looks at the buttons.
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playAndTell() {
      this.addEventListener('playing', () => {
        window.isHeard = true;
      });
      return play.call(this);
    };
  });
  await page.goto('/create?type=podcast');
  await waitForLateCode(page);
  await page.getByRole('button', { name: 'Record audio' }).press('Enter');
  await page.getByRole('button', { name: recorded }).waitFor();
  // Chromium's fake microphone beeps once a second.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-live-bars] > *')].some(
      ({ style }) => Number(style.transform.match(/[\d.]+/)?.[0]) > 0.5,
    ),
  );
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Stop recording/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Audio recorded');
  await waitForToast(page, 'File uploaded');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
  const preview = page.getByRole('region', { name: /^Player of recording\./ });
  await preview.getByText(/^0:00 \/ 0:0[1-9]$|^0:00 \/ 0:[1-5]\d$/).waitFor();
  await preview.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => window.isHeard === true);
  await page.evaluate(() => {
    window.isHeard = false;
  });
  await expectAccessibleInThemes(page);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await waitForToast(page, 'Podcast published!');
  await page.waitForURL(`${stage.base}/`);
  const player = page.getByRole('region', { name: `Player of ${title}` });
  await findInFeed(player);
  // The server measures the length, because browsers write none into recordings.
  await player.getByText(/^0:00 \/ (?!0:00)\d+:\d\d$/).waitFor();
  await player.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => window.isHeard === true);
});
