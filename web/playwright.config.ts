import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';

// Far longer than a busy machine needs. Only endless waits reach these limits.
const actionLimitMs = 150_000;
const testLimitMs = 20 * 60_000;

/** Runs Playwright's own build of this engine instead of Chromium, without Chromium's flags and permissions. */
const engine = process.env.ENGINE as 'firefox' | 'webkit' | undefined;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // These tests need Chromium's flags or DevTools.
  testIgnore: ['engines/**', ...(engine ? ['new-build.e2e.ts', 'recording.e2e.ts', 'room-to-read.e2e.ts'] : [])],
  // Holds a trace and a screenshot of each failure: `npx playwright show-trace`.
  outputDir: 'test-results/chromium',
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
    // Records DOM snapshots without a film, which took as much CPU as the test itself.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    ...(engine
      ? { browserName: engine }
      : { permissions: ['clipboard-read', 'clipboard-write'], launchOptions: await browserOptions() }),
  },
});
