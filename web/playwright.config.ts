import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';

// Far above what a busy machine needs: both only end what would wait for ever.
const actionLimitMs = 150_000;
const testLimitMs = 20 * 60_000;

/** One of Playwright's own builds instead of Chromium. They know neither its flags nor its permissions. */
const engine = process.env.ENGINE as 'firefox' | 'webkit' | undefined;

/** The browser tests; the README beside this says how to run them by hand. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // They steer Chromium by its flags and its DevTools protocol.
  testIgnore: ['engines/**', ...(engine ? ['new-build.e2e.ts', 'recording.e2e.ts', 'room-to-read.e2e.ts'] : [])],
  // Beside a trace and a screenshot of each failure: `npx playwright show-trace`.
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
    // Without its film: that took as much of the processors as all else in a test. What the page held at every step is kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    ...(engine
      ? { browserName: engine }
      : { permissions: ['clipboard-read', 'clipboard-write'], launchOptions: await browserOptions() }),
  },
});
