import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '../e2e/browser.ts';
import type { Engine } from './screen.ts';

/** A page of Playwright as an engine. */
const pageEngine = (page: Page): Engine => ({
  goto: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  press: (x, y) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  chooseFile: (path) => page.locator('input[type=file]').setInputFiles(path),
  screenshot: async (path) => void (await page.screenshot({ path })),
  close: () => page.context().close(),
});

export const startChromium = async () => {
  const browser = await chromium.launch(await browserOptions());
  return {
    open: async () => pageEngine(await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()),
    stop: () => browser.close(),
  };
};
