/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Member } from './member.ts';

/** 'Slow 4G' of Chromium's developer tools (https://github.com/ChromeDevTools/devtools-frontend, SDK.NetworkManager): bytes a second and ms. */
const slow4G = {
  offline: false,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
  latency: 150 * 3.75,
};
const cpuSlowdown = 4;
/** Whatever a page is waited for is there long before, also on a busy machine; after it the benchmark fails instead of standing still. */
const givesUpAfterMs = 60_000;

/** What a page notes of itself, in milliseconds; shift is the sum of layout shifts that nobody caused. */
interface Seen {
  lcp: number;
  fcp: number;
  shift: number;
  readonly longTasks: number[];
  readonly taps: number[];
}
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page, before anything of it. */
const watch = (): void => {
  const seen: Seen = { lcp: 0, fcp: 0, shift: 0, longTasks: [], taps: [] };
  window.seen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.shift += shift.value;
  });
  observe('longtask', ({ duration }) => seen.longTasks.push(duration));
  observe('event', ({ name, duration }) => name === 'click' && seen.taps.push(duration), { durationThreshold: 16 });
};

export const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A phone of 390 × 844 with one page open. */
export class Phone {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #cdp: CDPSession;

  private constructor(context: BrowserContext, page: Page, cdp: CDPSession) {
    this.#context = context;
    this.page = page;
    this.#cdp = cdp;
  }

  /** @param member who is signed in there, in the browser's memory as well */
  static async open(browser: Browser, baseURL: string, member?: Member): Promise<Phone> {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    if (member) {
      const [name = '', value = ''] = member.cookie.split('=', 2);
      await context.addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: 'Lax' }]);
      await context.addInitScript((remembered) => localStorage.setItem('currentUser', remembered), member.remembered);
    }
    await context.addInitScript(watch);
    const page = await context.newPage();
    page.setDefaultTimeout(givesUpAfterMs);
    return new Phone(context, page, await context.newCDPSession(page));
  }

  /** A quarter of this machine's speed from now on. */
  slowCpu(): Promise<unknown> {
    return this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  }

  async slowNetwork(): Promise<void> {
    await this.#cdp.send('Network.enable');
    await this.#cdp.send('Network.emulateNetworkConditions', slow4G);
  }

  seen(): Promise<Seen> {
    return this.page.evaluate(() => window.seen);
  }

  /** Kilobytes of scripts in all, and of fonts before the first text was painted, as they were sent. */
  sizes(): Promise<{ scripts: number; fontsBeforeText: number }> {
    return this.page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const kilobytes = (kind: RegExp, before: number) =>
        files
          .filter(({ name, responseEnd }) => kind.test(name) && responseEnd <= before)
          .reduce((sum, file) => sum + file.transferSize, 0) / 1000;
      return {
        scripts: kilobytes(/\.js$/, Number.POSITIVE_INFINITY),
        fontsBeforeText: kilobytes(/\.woff2$/, window.seen.fcp),
      };
    });
  }

  elements(): Promise<number> {
    return this.page.evaluate(() => document.querySelectorAll('*').length);
  }

  /** Milliseconds of every task over 50 ms while `work` ran. */
  async longTasksOf(work: () => Promise<unknown>): Promise<number[]> {
    await this.page.evaluate(() => window.seen.longTasks.splice(0));
    await work();
    return (await this.seen()).longTasks;
  }

  /** Milliseconds from each click to the next paint while `work` ran; the browser does not tell of those that took less than 16. */
  async tapsOf(work: () => Promise<unknown>): Promise<number[]> {
    await this.page.evaluate(() => window.seen.taps.splice(0));
    await work();
    return (await this.seen()).taps;
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
