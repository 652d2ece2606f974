import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { localHome } from '../../../infra/local/paths.mjs';
import { browserOptions } from '../browser.ts';
import { findFirefox } from './installed.ts';
import type { Engine } from './screen.ts';

const start = async (options: LaunchOptions) => {
  const browser = await puppeteer.launch({ ...options, defaultViewport: { width: 390, height: 844 } });
  return { open: () => openPage(browser), stop: () => browser.close() };
};

export const startChromium = async () => start((await browserOptions()) as LaunchOptions);

export const startFirefox = () =>
  start({
    browser: 'firefox',
    executablePath: findFirefox(),
    // As root, Firefox refuses a home folder that another account owns.
    env: { ...process.env, HOME: localHome },
    extraPrefsFirefox: { 'media.navigator.streams.fake': true, 'media.navigator.permission.disabled': true },
  });

/** Runs in the page. Captures each sound, because Firefox without an audio device plays only captured ones. */
const playIntoCapture = (): void => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playCaptured(this: HTMLMediaElement & { mozCaptureStream?: () => void }) {
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
