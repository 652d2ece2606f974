import { defineConfig } from '@playwright/test';
import browserTests from '../playwright.config.ts';

/** `npm run tour`: a picture of every screen and state in four looks, in .local/tour. */
export default defineConfig(browserTests, {
  testDir: '.',
  testMatch: 'tour.e2e.ts',
  outputDir: '../test-results/tour',
  timeout: 180_000,
  reporter: [['list'], ['html', { outputFolder: '../../.local/tour/album', open: 'never' }]],
  use: {
    permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    trace: 'off',
    screenshot: 'off',
  },
});
