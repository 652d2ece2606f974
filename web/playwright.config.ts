import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';

// Far more than a busy machine needs. Both end endless waits.
const actionLimitMs = 150_000;
const testLimitMs = 20 * 60_000;

/** One of Playwright's own builds instead of Chromium, without its flags and permissions. */
const engine = process.env.ENGINE as 'firefox' | 'webkit' | undefined;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // These steer Chromium by flags and DevTools.
  testIgnore: ['engines/**', ...(engine ? ['new-build.e2e.ts', 'recording.e2e.ts', 'room-to-read.e2e.ts'] : [])],
  // Holds a trace and a screenshot of each failure: `npx playwright show-trace`.
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: testLimitMs,
  expect: {
    timeout: actionLimitMs,
    toMatchAriaSnapshot: { pathTemplate: '{testDir}/fixtures/{arg}{ext}', children: 'deep-equal' },
  },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 390, height: 844 },
    actionTimeout: actionLimitMs,
    navigationTimeout: actionLimitMs,
    // Without a film, which took as much CPU as the rest of a test. DOM snapshots of every step are kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    ...(engine
      ? { browserName: engine }
      : { permissions: ['clipboard-read', 'clipboard-write'], launchOptions: await browserOptions() }),
  },
});
