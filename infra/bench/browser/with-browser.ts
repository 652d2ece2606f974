import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '../../../web/e2e/browser.ts';
import { type System, withSystem } from '../whole-system.ts';

/** The whole system with the built web app, and a browser. */
export const withBrowser = <T>(work: (browser: Browser, system: System) => Promise<T>): Promise<T> =>
  withSystem(
    async (system) => {
      const browser = await chromium.launch(await browserOptions());
      try {
        return await work(browser, system);
      } finally {
        await browser.close();
      }
    },
    undefined,
    { web: true },
  );
