/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../../web/e2e/browser.ts';
import { say } from '../local/progress.mjs';
import { startSystem } from '../local/system.ts';
import { machineFacts } from './machine-facts.ts';
import { percentile, spreadOf } from './statistics.ts';
import { stopWhenTold } from './stopped-at-the-end.ts';

const runs = 5;
/** 'Slow 4G' of Chromium's developer tools (https://github.com/ChromeDevTools/devtools-frontend, SDK.NetworkManager): kilobits a second and ms. */
const slow4G = { offline: false, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9, latency: 150 * 3.75 };
const cpuSlowdown = 4;
/** Nothing larger is painted after so long a time of rest. */
const restMs = 2000;
const messagesPerSecond = 50;
const chatSeconds = 10;
const longTaskMs = 50;

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

class Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;

  private constructor(context: BrowserContext, page: Page, cdp: CDPSession) {
    this.context = context;
    this.page = page;
    this.cdp = cdp;
  }

  static async open(browser: Browser, baseURL: string, user?: { readonly cookies: object; readonly remembered: string }): Promise<Phone> {
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
    if (user) {
      await context.addCookies(user.cookies as Parameters<BrowserContext['addCookies']>[0]);
      await context.addInitScript((remembered) => localStorage.setItem('currentUser', remembered), user.remembered);
    }
    await context.addInitScript(watch);
    const page = await context.newPage();
    return new Phone(context, page, await context.newCDPSession(page));
  }

  slowCpu(): Promise<unknown> {
    return this.cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  }

  slowNetwork(): Promise<unknown> {
    return this.cdp.send('Network.emulateNetworkConditions', slow4G);
  }
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A cold load of one page, until its own content is there and nothing larger follows. */
const load = async (browser: Browser, base: string, path: string, shows: string, user?: Parameters<typeof Phone.open>[2]) => {
  const phone = await Phone.open(browser, base, user);
  await phone.cdp.send('Network.enable');
  await phone.slowCpu();
  await phone.slowNetwork();
  await phone.page.goto(path, { timeout: 120_000 });
  await phone.page.locator(shows).first().waitFor({ timeout: 120_000 });
  await rest(restMs);
  const seen = await phone.page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = (kind: RegExp, before: number) =>
      files.filter(({ name, responseEnd }) => kind.test(name) && responseEnd <= before).reduce((sum, file) => sum + file.transferSize, 0);
    return {
      ...window.seen,
      scripts: bytes(/\.js$/, Number.POSITIVE_INFINITY) / 1000,
      fontsBeforeText: bytes(/\.woff2$/, window.seen.fcp) / 1000,
    };
  });
  await phone.context.close();
  return seen;
};

/**
 * `npm run bench -- phone`: a phone of 390 × 844 with a quarter of this machine's speed. Cold loads on slow 4G, the answer to a tap, and tasks of
 * the page while a chat runs. HEARSAY_BENCH_WEB names another built web app, to be measured on the same servers.
 */
export const measurePhone = async (): Promise<void> => {
  const otherWeb = process.env.HEARSAY_BENCH_WEB;
  const system = await startSystem({
    log: say,
    onStoppable: stopWhenTold,
    ...(otherWeb ? { env: { WEB_ROOT: otherWeb } } : { web: true }),
  });
  const browser = await chromium.launch(await browserOptions());
  try {
    const base = system.url;
    const host = await browser.newContext({ baseURL: base });
    const call = async <T>(path: string, data: object): Promise<T> => {
      const response = await host.request.post(path, { data });
      if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
      return (await response.json()) as T;
    };
    const member = await call<{ id: string; username: string }>('/api/auth/register', {
      username: 'phone',
      password: 'secret1',
      isCreator: false,
    });
    const ask = (number: number) =>
      call<{ id: string }>('/api/questions', {
        title: `What did you pretend to understand for the longest time, ${number}?`,
        description: 'Offside. I have nodded through four World Cups, and now my daughter asks me to explain it.',
        isAnonymous: false,
        targetUserId: null,
        replyBoostThreshold: number % 2 ? 10 : 0,
      });
    const asked: { id: string }[] = [];
    for (let number = 0; number < 20; number += 1) asked.push(await ask(number));
    const question = asked[0]!;
    const say30 = (number: number) =>
      call('/api/discussions', { content: `I never understood that either, ${number}`, questionId: question.id, isAnonymous: false });
    for (let number = 0; number < 30; number += 1) await say30(number);
    const remembered = JSON.stringify({
      id: member.id,
      username: member.username,
      profileImage: null,
      isAmbassador: false,
      isCreator: false,
    });
    const user = { cookies: await host.cookies(), remembered };

    console.log(JSON.stringify(machineFacts()));
    const pages = [
      { name: 'landing', path: '/', shows: 'article', user: undefined, goal: 2500 },
      { name: 'feed', path: '/', shows: 'article', user, goal: 3000 },
      { name: 'question', path: `/questions/${question.id}`, shows: 'article', user: undefined, goal: 3500 },
    ];
    const loads = new Map(pages.map(({ name }) => [name, [] as Awaited<ReturnType<typeof load>>[]]));
    for (let run = 0; run < runs; run += 1) {
      say(`Loads, round ${run + 1} of ${runs}`);
      for (const { name, path, shows, user: who } of pages) loads.get(name)!.push(await load(browser, base, path, shows, who));
    }
    const shown = (values: readonly number[], digits = 0) => {
      const { median, lowest, highest } = spreadOf(values);
      return `${median.toFixed(digits)} (${lowest.toFixed(digits)}–${highest.toFixed(digits)})`;
    };
    console.log(
      '| page | LCP ms | goal | first paint ms | layout shift | JavaScript kB | fonts before text kB |\n|---|---|---|---|---|---|---|',
    );
    for (const { name, goal } of pages) {
      const all = loads.get(name)!;
      const column = (key: 'lcp' | 'fcp' | 'shift' | 'scripts' | 'fontsBeforeText', digits?: number) =>
        shown(
          all.map((one) => one[key]),
          digits,
        );
      console.log(
        `| ${name} | ${column('lcp')} | ${goal} | ${column('fcp')} | ${column('shift', 3)} | ${column('scripts')} | ${column('fontsBeforeText')} |`,
      );
    }

    say('Taps on boost');
    const tapper = await Phone.open(browser, base, user);
    await tapper.page.goto('/');
    const boosts = tapper.page.getByRole('button', { name: /^Boost/ });
    await boosts.first().waitFor();
    await rest(restMs);
    await tapper.slowCpu();
    for (let tap = 0; tap < 5; tap += 1) {
      await boosts.nth(tap).click();
      await rest(1500);
    }
    const taps = await tapper.page.evaluate(() => window.seen.taps);
    // What is answered within 16 ms is not told.
    console.log(
      `Boost answers a tap after ${taps.length === 0 ? '< 16' : shown(taps)} ms (goal 100), ${taps.length} of 5 taps took 16 ms or more`,
    );
    await tapper.context.close();

    say(`A chat at ${messagesPerSecond} messages a second`);
    const reader = await Phone.open(browser, base, user);
    await reader.page.goto(`/questions/${question.id}`);
    await reader.page.getByText('either, 29').first().waitFor();
    await rest(restMs);
    await reader.slowCpu();
    await rest(1000);
    await reader.page.evaluate(() => window.seen.longTasks.splice(0));
    const sent: Promise<unknown>[] = [];
    const begin = performance.now();
    for (let number = 0; number < messagesPerSecond * chatSeconds; number += 1) {
      await rest(Math.max(0, begin + (number * 1000) / messagesPerSecond - performance.now()));
      sent.push(say30(100 + number));
    }
    await Promise.all(sent);
    const tookMs = performance.now() - begin;
    await rest(restMs);
    const tasks = (await reader.page.evaluate(() => window.seen.longTasks)).filter((ms) => ms > longTaskMs);
    const nodes = await reader.page.evaluate(() => document.querySelectorAll('*').length);
    console.log(
      `Chat: ${sent.length} messages in ${(tookMs / 1000).toFixed(1)} s; ${tasks.length} tasks over ${longTaskMs} ms${tasks.length > 0 ? `, median ${percentile(tasks, 0.5).toFixed(0)}, longest ${Math.max(...tasks).toFixed(0)}` : ''}; ${nodes} elements`,
    );
    await reader.context.close();
  } finally {
    await browser.close();
    await system.stop();
  }
};
