import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { firefoxProgram } from './installed.ts';
import type { Engine } from './screen.ts';

/** Stock Firefox over WebDriver BiDi, with a microphone that hums and is allowed. */
export const startFirefox = async () => {
  // Firefox refuses root a home folder that belongs to another account.
  const home = mkdtempSync(join(tmpdir(), 'hearsay-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxProgram(),
    env: { ...process.env, HOME: home },
    defaultViewport: { width: 390, height: 844 },
    extraPrefsFirefox: { 'media.navigator.streams.fake': true, 'media.navigator.permission.disabled': true },
  });
  return {
    open: () => openPage(browser),
    stop: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** Runs in the page: Firefox plays no sound on a machine without an audio device, but plays what is captured. */
const playIntoCapture = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playCaptured(this: HTMLMediaElement & { mozCaptureStream?: () => MediaStream }) {
    this.mozCaptureStream?.();
    return play.call(this);
  };
};

const openPage = async (browser: Browser): Promise<Engine> => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(playIntoCapture);
  return {
    goto: async (url) => void (await page.goto(url, { timeout: 0 })),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    chooseFile: async (path) => {
      const field = await page.waitForSelector<'input'>('input[type=file]' as 'input');
      await field?.uploadFile(path);
    },
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => context.close(),
  };
};
