import { defineConfig } from '@playwright/test';
import { engineNames } from './installed.ts';

/** Runs the main flows in stock Firefox and WebKitGTK. With `PICTURES`, takes pictures instead (docs/browsers.md). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/engines',
  workers: 2,
  timeout: 180_000,
  reporter: 'list',
  use: { baseURL: process.env.BASE_URL },
  projects: [...engineNames, ...(process.env.PICTURES ? ['chromium'] : [])].map((name) => ({ name })),
});
