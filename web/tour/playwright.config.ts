import { defineConfig } from '@playwright/test';
import { browserOptions } from '../e2e/browser.ts';

const options = await browserOptions();

/** `npm run tour`: a picture of every screen and state in four looks, in .local/tour. */
export default defineConfig({
  testDir: '.',
  testMatch: 'tour.e2e.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  reporter: [['list'], ['html', { outputFolder: '../../.local/tour/album', open: 'never' }]],
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
    launchOptions: {
      ...options,
      args: [...(options.args ?? []), '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    },
  },
});
